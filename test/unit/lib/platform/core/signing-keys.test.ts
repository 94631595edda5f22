import { expect, it } from 'vitest';
import { readSigningKeys, stepKeys } from '../../../../../lib/platform/core/signing-keys.ts';

it('the keys of a secret are separated by spaces, the one that is shown first', () => {
  expect(readSigningKeys('one')).toEqual(['one']);
  expect(readSigningKeys(' one +two\n')).toEqual(['one', 'two']);
  expect(() => readSigningKeys(' ')).toThrow('empty');
});

it('a key with a plus inside stays as it is', () => {
  expect(readSigningKeys('a+b +c+d')).toEqual(['a+b', 'c+d']);
});

it('47 3.3 three steps lead from one key to the next', () => {
  const added = stepKeys('old', 'add', 'new');
  const shown = stepKeys(added, 'show', '');
  expect([added, shown, stepKeys(shown, 'drop', '')]).toEqual(['old +new', 'new old', 'new']);
});

it('a secret with more keys than a change has is refused', () => {
  expect(() => stepKeys('a b c', 'add', 'd')).toThrow('3 keys');
});
