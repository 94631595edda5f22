import * as z from 'zod';

/** Statuses of a stop (decision B6). */
export const stopStatus = z.enum([
  'PENDING',
  'ENROUTE',
  'IN_PROGRESS',
  'COMPLETED',
  'SKIPPED',
  'FAILED',
  'CANCELED',
]);
export type StopStatus = z.infer<typeof stopStatus>;

/** What happens to a stop: a driver's word, or `displace` when the driver starts another one. */
export type StopTrigger =
  | 'start'
  | 'arrive'
  | 'complete'
  | 'skip'
  | 'resume'
  | 'fail'
  | 'displace'
  | 'cancel';

/** Every allowed transition of a stop. Arriving and completing need no start: a driver's device may have been offline. */
export const STOP_TRANSITIONS: readonly {
  readonly trigger: StopTrigger;
  readonly from: readonly StopStatus[];
  readonly to: StopStatus;
}[] = Object.freeze([
  { trigger: 'start', from: ['PENDING'], to: 'ENROUTE' },
  { trigger: 'arrive', from: ['PENDING', 'ENROUTE'], to: 'IN_PROGRESS' },
  { trigger: 'complete', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS'], to: 'COMPLETED' },
  { trigger: 'skip', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS'], to: 'SKIPPED' },
  { trigger: 'fail', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'], to: 'FAILED' },
  { trigger: 'resume', from: ['SKIPPED', 'ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
  { trigger: 'displace', from: ['ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
  { trigger: 'cancel', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'], to: 'CANCELED' },
]);
