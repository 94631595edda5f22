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

/** Triggers of a stop: a driver's report, or `displace` when the driver starts another one. */
export type StopTrigger =
  | 'start'
  | 'arrive'
  | 'complete'
  | 'skip'
  | 'resume'
  | 'fail'
  | 'displace'
  | 'cancel';

/**
 * Every allowed transition of a stop. Arriving and completing need no start and completing a skipped one no resumption,
 * because a driver's device may have been offline.
 */
export const STOP_TRANSITIONS: readonly {
  readonly trigger: StopTrigger;
  readonly from: readonly StopStatus[];
  readonly to: StopStatus;
}[] = Object.freeze([
  { trigger: 'start', from: ['PENDING'], to: 'ENROUTE' },
  { trigger: 'arrive', from: ['PENDING', 'ENROUTE'], to: 'IN_PROGRESS' },
  { trigger: 'complete', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'], to: 'COMPLETED' },
  { trigger: 'skip', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS'], to: 'SKIPPED' },
  { trigger: 'fail', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'], to: 'FAILED' },
  { trigger: 'resume', from: ['SKIPPED', 'ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
  { trigger: 'displace', from: ['ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
  { trigger: 'cancel', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'], to: 'CANCELED' },
]);

/** Status after the trigger; undefined when the current status does not allow it. */
export function nextStopStatus(status: StopStatus, trigger: StopTrigger): StopStatus | undefined {
  return STOP_TRANSITIONS.find((step) => step.trigger === trigger && step.from.includes(status))?.to;
}

/** Whether the driver is at the stop or on the way to it. */
export function isUnderWay(status: StopStatus): boolean {
  return status === 'ENROUTE' || status === 'IN_PROGRESS';
}

/** Whether nothing is left to do there. A skipped stop is open: it can be resumed. */
export function isStopDone(status: StopStatus): boolean {
  return status === 'COMPLETED' || status === 'FAILED' || status === 'CANCELED';
}
