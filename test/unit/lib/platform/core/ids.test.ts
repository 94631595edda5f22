import { describe, expect, it } from 'vitest';
import { FixedClock } from '../../../../../lib/platform/core/clock.ts';
import { aggregateIdOf, digest, partId, ulidIds } from '../../../../../lib/platform/core/ids.ts';

describe('ids', () => {
  const ids = ulidIds(new FixedClock('2026-01-02T03:04:05.000Z'));

  it('sort by creation even within one millisecond', () => {
    const made = Array.from({ length: 50 }, () => ids.next('ord'));
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(50);
  });

  it('of a part lead back to their aggregate', () => {
    const job = ids.next('job');
    expect(aggregateIdOf('job', 'tsk', partId('tsk', job, 'c1a2'))).toBe(job);
  });

  it.each([
    'tsk_',
    'tsk_01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'dlv_01ARZ3NDEKTSV4RRFFQ69G5FAVc1',
    'tsk_01ARZ3NDEKTSV4RRFFQ69G5FA#c1',
  ])('that are not part ids (%s) lead nowhere', (id) =>
    expect(aggregateIdOf('job', 'tsk', id)).toBeUndefined(),
  );

  it('digests keep parts apart', () => {
    expect(digest('a', 'bc')).not.toBe(digest('ab', 'c'));
    expect(digest('a', 'bc')).toBe(digest('a', 'bc'));
  });
});
