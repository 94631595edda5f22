import * as z from 'zod';
import { STOP_STATUSES } from '../../engines/vocabulary/index.ts';
import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';

const OPEN = ['PENDING', 'ENROUTE', 'IN_PROGRESS', 'SKIPPED'] as const;

/**
 * Lifecycle of a stop (decision B6). Triggers are a driver's reports, or `displace` when the driver starts another one.
 * Arriving and completing need no start and completing a skipped one no resumption, because a driver's device may have
 * been offline.
 */
export const stopLifecycle = defineLifecycle({
  title: 'Stop',
  statuses: STOP_STATUSES,
  initial: ['PENDING'],
  transitions: [
    { trigger: 'start', from: ['PENDING'], to: 'ENROUTE' },
    { trigger: 'arrive', from: ['PENDING', 'ENROUTE'], to: 'IN_PROGRESS' },
    { trigger: 'complete', from: OPEN, to: 'COMPLETED' },
    { trigger: 'skip', from: ['PENDING', 'ENROUTE', 'IN_PROGRESS'], to: 'SKIPPED' },
    { trigger: 'fail', from: OPEN, to: 'FAILED' },
    { trigger: 'resume', from: ['SKIPPED', 'ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
    { trigger: 'displace', from: ['ENROUTE', 'IN_PROGRESS'], to: 'PENDING' },
    { trigger: 'cancel', from: OPEN, to: 'CANCELED' },
  ],
});

export const stopStatus = z.enum(stopLifecycle.statuses);
export type StopStatus = z.infer<typeof stopStatus>;

/** What happens to a stop. */
export type StopTrigger = (typeof stopLifecycle)['transitions'][number]['trigger'];

/** Whether the driver is at the stop or on the way to it. */
export function isUnderWay(status: StopStatus): boolean {
  return status === 'ENROUTE' || status === 'IN_PROGRESS';
}

/** `isStopDone`: whether nothing is left to do there. A skipped stop is open: it can be resumed. */
export const { next: nextStopStatus, isOver: isStopDone } = stopLifecycle;
