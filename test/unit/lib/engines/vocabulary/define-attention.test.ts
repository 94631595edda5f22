import { describe, expect, it } from 'vitest';
import { defineAttention, UNSEEN } from '../../../../../lib/engines/vocabulary/index.ts';

const { lifecycle, turnedTo } = defineAttention('Leak', {
  open: 'new',
  acknowledged: 'seen',
  resolved: 'dry',
});
const AT = '2026-11-26T09:00:00.000Z';

describe('3.5 something that a person should look at', () => {
  it('can be acknowledged, opened again and resolved, and stays resolved', () => {
    expect(lifecycle.statuses.map((status) => [status, lifecycle.nextStatuses(status)])).toEqual([
      ['new', ['seen', 'dry']],
      ['seen', ['new', 'dry']],
      ['dry', []],
    ]);
  });

  it('names who acknowledged it until it is opened again, and who resolved it', () => {
    const seen = { ...UNSEEN, ...turnedTo('seen', 'Kim', AT) };
    expect(seen).toEqual({ acknowledgedAt: AT, acknowledgedBy: 'Kim', resolvedAt: null, resolvedBy: null });
    expect({ ...seen, ...turnedTo('new', 'Lee', AT) }).toEqual(UNSEEN);
    const dry = { ...seen, ...turnedTo('dry', 'Lee', AT) };
    expect(dry).toEqual({ ...seen, resolvedAt: AT, resolvedBy: 'Lee' });
  });
});
