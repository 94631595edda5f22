import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeStatus } from '../../../../../../lib/fulfilment/jobs/deliveries/delivery-lifecycle.ts';
import {
  DELIVERY_STATUSES,
  type DeliveryStatus,
  isTerminal,
} from '../../../../../../lib/fulfilment/jobs/index.ts';

const history = (...statuses: DeliveryStatus[]) => statuses.map((status) => ({ status }));
const through = (verdict: ReturnType<typeof judgeStatus>) =>
  verdict.kind === 'moves' ? verdict.through : verdict.kind;

describe('3.2 delivery statuses', () => {
  it.each<[DeliveryStatus[], DeliveryStatus, readonly string[] | string]>([
    [['created'], 'assigned_driver', ['assigned_driver']],
    [
      ['created'],
      'dropoff_complete',
      [
        'assigned_driver',
        'pickup_enroute',
        'pickup_arrived',
        'dropoff_enroute',
        'dropoff_arrived',
        'dropoff_complete',
      ],
    ],
    [
      ['created', 'assigned_driver', 'pickup_enroute'],
      'pickup_complete',
      ['pickup_arrived', 'pickup_complete'],
    ],
    [
      ['created', 'assigned_driver'],
      'dropoff_enroute',
      ['pickup_enroute', 'pickup_arrived', 'dropoff_enroute'],
    ],
    [['created', 'assigned_driver'], 'assigned_driver', 'same'],
    [['created', 'pickup_arrived'], 'assigned_driver', 'passed'],
    [['created', 'dropoff_complete'], 'dropoff_arrived', 'over'],
    [['created', 'dropoff_complete'], 'dropoff_complete', 'same'],
    [['created'], 'failed', ['failed']],
    [
      ['created', 'assigned_driver', 'pickup_enroute', 'pickup_arrived', 'dropoff_enroute'],
      'return_arrived',
      ['return_in_progress', 'return_arrived'],
    ],
    [['created', 'return_in_progress'], 'dropoff_arrived', 'passed'],
  ])('after %j, %s means %j', (before, reported, expected) => {
    expect(through(judgeStatus(history(...before), reported))).toEqual(expected);
  });

  it('pickup_complete is never filled in', () => {
    expect(through(judgeStatus(history('created'), 'dropoff_complete'))).not.toContain('pickup_complete');
  });

  it('whatever is reported in whatever order: no status twice, nothing after a terminal one, guaranteed steps before an arrival', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DELIVERY_STATUSES), { maxLength: 15 }), (reports) => {
        const seen: { status: DeliveryStatus }[] = [{ status: 'created' }];
        for (const reported of reports) {
          const verdict = judgeStatus(seen, reported);
          if (verdict.kind === 'moves') seen.push(...verdict.through.map((status) => ({ status })));
        }
        const statuses = seen.map(({ status }) => status);
        expect(new Set(statuses).size).toBe(statuses.length);
        expect(statuses.slice(0, -1).filter(isTerminal)).toEqual([]);
        if (statuses.includes('dropoff_complete')) {
          const need = [
            'assigned_driver',
            'pickup_enroute',
            'pickup_arrived',
            'dropoff_enroute',
            'dropoff_arrived',
          ];
          // Statuses that the delivery had passed before they could be filled in are left out; none is out of order.
          const kept = statuses.filter((status) => need.includes(status));
          expect(kept).toEqual(need.filter((status) => kept.includes(status as DeliveryStatus)));
        }
      }),
      { numRuns: 500, seed: 20_261_122 },
    );
  });
});
