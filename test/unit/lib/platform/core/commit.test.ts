import { describe, expect, it } from 'vitest';
import { commit, contentionOver, isLostRace, lostRace } from '../../../../../lib/platform/core/commit.ts';
import { conflict } from '../../../../../lib/platform/core/common-refusals.ts';
import { FEW_TRIES } from '../../../../../lib/platform/core/retry-lost-race.ts';

const deps = { clock: { pause: () => Promise.resolve() } };
const order = { what: 'order', id: 'ord_1' } as const;

describe('a change that others make at the same time', () => {
  it('is tried again until its write is the first', async () => {
    expect(await commit(deps, order, async (attempt) => attempt === 2 && 'written')).toBe('written');
  });

  it('is answered with what its step decided', async () => {
    const refusal = conflict('The order is archived.');
    expect(await commit(deps, order, async () => refusal)).toBe(refusal);
  });

  it('is refused when others are faster at every try', async () => {
    let tries = 0;
    const beaten = async () => {
      tries += 1;
      return undefined;
    };
    const outcome = await commit(deps, order, beaten, FEW_TRIES);
    expect(tries).toBe(FEW_TRIES);
    expect(outcome).toEqual(lostRace(order));
  });
});

describe('the refusal of a lost race', () => {
  it.each([
    [order, 'ORDER_LOCK_CONTENTION', 'the order "ord_1"', { id: 'ord_1' }],
    [{ what: 'flag', id: 'flg_1' }, 'CONFLICT', 'the flag "flg_1"', { id: 'flg_1' }],
    [{ what: 'inventory' }, 'LOCK_ACQUISITION_FAILURE', 'the inventory', {}],
    [
      { what: 'route', id: ['rte_1', 'rte_2'] },
      'LOCK_ACQUISITION_FAILURE',
      'the routes "rte_1", "rte_2"',
      { ids: ['rte_1', 'rte_2'] },
    ],
  ] as const)('over %j has one sentence', (contest, code, named, details) => {
    const { kind, message, details: told } = lostRace(contest);
    expect(kind.code).toBe(code);
    expect(message).toBe(`Someone else was changing ${named} at that moment; send the request again.`);
    expect(told).toEqual(details);
  });

  it('is the one that endpoints declare', () => {
    expect(contentionOver('order').kind).toBe(lostRace(order).kind);
  });

  it('is told from other refusals with its code', () => {
    expect(isLostRace(lostRace({ what: 'flag', id: 'flg_1' }))).toBe(true);
    expect(isLostRace(conflict('The flag is resolved.'))).toBe(false);
  });
});
