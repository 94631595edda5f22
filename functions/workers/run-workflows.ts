import { movedOrders, windowCutoffs, windowMoving } from '../../lib/ordering/windows/index.ts';
import {
  ConsumerFailure,
  defineQueueWorker,
  type EventRecord,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import { onFirstUse } from '../../lib/platform/runtime/index.ts';
import {
  armCutoffTimers,
  continueDueRun,
  HEARD_EVENTS,
  RunContention,
  type RunDeps,
  runDue,
  scheduleFired,
  startAtMoment,
  startOnSchedule,
  startRuns,
  sweepDue,
  sweepOrders,
  windowTimer,
} from '../../lib/reactions/automations/index.ts';
import { jobDeps } from '../compose/dispatch-deps.ts';

/** Delay before a run whose data another writer is changing is checked again. Milliseconds. */
const RETRY_MS = 2_000;

/** Starts the workflows that listen to an event, and continues runs whose work is done. */
export const worker = defineQueueWorker<RunDeps>({
  name: 'run-workflows',
  consumes: [...HEARD_EVENTS, runDue, windowTimer.fired, sweepDue, scheduleFired, windowMoving],
  timeoutSeconds: 60,
  memoryMegabytes: 1024,
  uses: { table: 'readWrite', credentials: 'read', geocodes: true },
  failureImpact: 'Workflows do not run on their events, and waiting runs do not continue.',
  async handle(deps: RunDeps, event: EventRecord) {
    try {
      if (event.name === windowTimer.fired.name) return await startAtMoment(deps, event);
      if (event.name === scheduleFired.name) return await startOnSchedule(deps, event);
      if (event.name === sweepDue.name) return await sweepOrders(deps, event);
      if (event.name === windowMoving.name)
        return await armCutoffTimers(deps, event.organizationId, () => movedOrders(deps, event));
      if (event.name !== runDue.name) return await startRuns(deps, event);
      const { data } = runDue.parse(event);
      await continueDueRun(deps, { organizationId: event.organizationId, ...data });
    } catch (failure) {
      if (!(failure instanceof RunContention)) throw failure;
      throw new ConsumerFailure('busy', failure.message, { cause: failure, retryAfterMs: RETRY_MS });
    }
  },
});

export const handler = serveQueueWorker(worker, () => {
  const deps = jobDeps();
  return { ...deps, cutoffs: onFirstUse(() => windowCutoffs(deps)) };
});
