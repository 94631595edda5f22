import { DELIVERY_STATUSES, type DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import { defineLifecycle } from '../../../platform/core/define-lifecycle.ts';
import { isTerminal } from './delivery-statuses.ts';

/**
 * Rank of each status on the way: a delivery only ever moves to a higher one (decision B3). Returns come
 * after everything on the way out. Terminal statuses other than arrivals can follow any status on the way.
 */
const RANKS: Readonly<Partial<Record<DeliveryStatus, number>>> = Object.freeze({
  created: 0,
  scheduled: 1,
  not_assigned_driver: 2,
  assigned_driver: 3,
  started: 4,
  pickup_enroute: 5,
  pickup_arrived: 6,
  items_pick_complete: 7,
  pickup_complete: 8,
  dropoff_enroute: 9,
  dropoff_arrived: 10,
  dropoff_complete: 11,
  return_in_progress: 12,
  return_arrived: 13,
  returned: 14,
});

/**
 * Lifecycle of a delivery (decision B3): every status can follow those below it, because reports skip and overtake each
 * other; an end without a rank can follow any status that is not an end.
 */
export const deliveryLifecycle = defineLifecycle({
  title: 'Delivery',
  statuses: DELIVERY_STATUSES,
  initial: ['created'],
  transitions: DELIVERY_STATUSES.map((to) => ({
    trigger: to,
    from: DELIVERY_STATUSES.filter((from) => !isTerminal(from) && comesAfter(to, from)),
    to,
  })),
  drawing: {
    skipsSteps: true,
    fromAnywhere: {
      group: 'in progress, steps may be skipped',
      to: DELIVERY_STATUSES.filter((status) => RANKS[status] === undefined),
    },
  },
});

/** Statuses that every delivered package passes; missing ones are filled in (contract-facts 3.2). */
const GUARANTEED_OUT: readonly DeliveryStatus[] = [
  'created',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'dropoff_enroute',
  'dropoff_arrived',
];

/** Statuses that a returned package has certainly passed: it was picked up and came back step by step. */
const GUARANTEED_BACK: readonly DeliveryStatus[] = [
  'created',
  'assigned_driver',
  'pickup_enroute',
  'pickup_arrived',
  'return_in_progress',
  'return_arrived',
];

const RETURNS: ReadonlySet<DeliveryStatus> = new Set(['return_in_progress', 'return_arrived', 'returned']);

/** What a reported status means for a delivery. */
export type StatusVerdict =
  /** These statuses are reached now, in this order; the last is the reported one. */
  | { readonly kind: 'moves'; readonly through: readonly DeliveryStatus[] }
  /** The delivery has this status already. */
  | { readonly kind: 'same' }
  /** The delivery has passed it: the history keeps it, marked late. */
  | { readonly kind: 'passed' }
  /** The delivery has ended, and the report contradicts its status. */
  | { readonly kind: 'over' };

/** Whether one status comes after the other on the way; a terminal one without a rank comes after all others. */
export function comesAfter(later: DeliveryStatus, earlier: DeliveryStatus): boolean {
  return (RANKS[later] ?? Number.POSITIVE_INFINITY) > (RANKS[earlier] ?? Number.POSITIVE_INFINITY);
}

/** Compares a reported status with the current one and the statuses that were reached; `late` ones count as reached. */
export function judgeStatus(
  history: readonly { readonly status: DeliveryStatus }[],
  reported: DeliveryStatus,
  late: readonly { readonly status: DeliveryStatus }[] = [],
): StatusVerdict {
  const present = history.at(-1)?.status ?? 'created';
  if (present === reported) return { kind: 'same' };
  if (deliveryLifecycle.isOver(present)) return { kind: 'over' };
  if (deliveryLifecycle.next(present, reported) === undefined) return { kind: 'passed' };
  const rank = RANKS[reported];
  if (rank === undefined) return { kind: 'moves', through: [reported] };
  const reached = new Set([...history, ...late].map(({ status }) => status));
  const guaranteed = RETURNS.has(reported) ? GUARANTEED_BACK : GUARANTEED_OUT;
  // Unreported statuses below the current one are left out, because history only grows at its end.
  const missing = guaranteed.filter((status) => {
    const own = RANKS[status] ?? 0;
    return own < rank && own > (RANKS[present] ?? 0) && !reached.has(status);
  });
  return { kind: 'moves', through: [...missing, reported] };
}
