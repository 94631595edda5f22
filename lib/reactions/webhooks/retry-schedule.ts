import type { SendResult } from './sender.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Milliseconds before each attempt of the schedule: at once, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h. */
const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  10 * HOUR,
];

/** Statuses below 500 that are worth another attempt. */
const PASSING_STATUSES = new Set([408, 409, 429]);

/** What follows an attempt. */
export type Conclusion =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterMs: number }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The receiver asked for this message, or for everything, to stop. */
  | { readonly kind: 'aborted' }
  | { readonly kind: 'disable'; readonly reason: string };

/** Header with which a receiver controls deliveries: `abort-message` or `disable`. */
const STEERING_HEADER = 'webhook-delivery';

/**
 * The one rule from a reply to its consequences. `round` counts the attempts of the schedule so far, this one included.
 */
export function conclude(result: SendResult, round: number): Conclusion {
  const steering = result.headers[STEERING_HEADER]?.trim().toLowerCase();
  if (steering === 'disable')
    return { kind: 'disable', reason: 'The receiver answered "webhook-delivery: disable".' };
  if (result.status === 410) return { kind: 'disable', reason: 'The receiver answered 410 Gone.' };
  if (result.status !== undefined && result.status >= 200 && result.status < 300)
    return { kind: 'delivered' };
  if (steering === 'abort-message') return { kind: 'aborted' };
  const passing = result.status === undefined || result.status >= 500 || PASSING_STATUSES.has(result.status);
  if (!passing) return { kind: 'failed', reason: `The receiver answered ${result.status}.` };
  const afterMs = DELAYS_MS[round];
  if (afterMs === undefined)
    return { kind: 'failed', reason: `None of the ${DELAYS_MS.length} attempts succeeded.` };
  return { kind: 'retry', afterMs };
}
