import { describe, expect, it } from 'vitest';
import { callerMaySee } from '../../../../../lib/platform/access/caller.ts';

describe('a caller', () => {
  it.each([
    ['without limits', null, ['store_1'], true],
    ['without limits', null, [], true],
    ['limited to a store that it touches', ['store_1'], ['store_2', 'store_1'], true],
    ['limited to another store', ['store_1'], ['store_2'], false],
    ['limited to a store, when it touches none', ['store_1'], [null, undefined], false],
  ])('%s (%j) and something at %j: seen = %s', (_, own, touched, seen) => {
    expect(callerMaySee({ storeLocationIds: own }, { storeLocationIds: touched })).toBe(seen);
  });
});
