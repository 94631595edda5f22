import * as z from 'zod';
import {
  defineTaskWorker,
  queueClient,
  sendEvents,
  serveTaskWorker,
} from '../../lib/platform/events/index.ts';
import { coreDeps, queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';
import { type PromotionDeps, promoteTimers, sweepTimers } from '../../lib/platform/timers/index.ts';

const TIMEOUT_SECONDS = 280;

/** Reserved at the end of a run for the current page (ms). */
const LAST_PAGE_MS = 60_000;

/**
 * Every five minutes: starts the waits of timers that are now due within a day, and fires those whose wait was lost.
 */
export const worker = defineTaskWorker<Record<string, never>, PromotionDeps>({
  name: 'sweep-timers',
  input: z.object({}),
  schedule: 'rate(5 minutes)',
  timeoutSeconds: TIMEOUT_SECONDS,
  uses: { table: 'readWrite', sends: ['start-timer'] },
  failureImpact:
    'Orders scheduled for more than a day ahead are dispatched late or not at all, and lost timers are not noticed.',
  async handle(deps) {
    const untilMs = deps.clock.now() + TIMEOUT_SECONDS * 1000 - LAST_PAGE_MS;
    const promoted = await promoteTimers(deps, untilMs);
    return { promoted, ...(await sweepTimers(deps, untilMs)) };
  },
});

export const handler = serveTaskWorker(worker, () => {
  const client = queueClient();
  return {
    ...coreDeps(),
    wait: (events) => sendEvents({ client, url: requireVariable(queueVariable('start-timer')) }, events),
  };
});
