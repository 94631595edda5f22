import * as z from 'zod';
import { type CountingDeps, findEndedDays } from '../../lib/operations/insight/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';

/** Every hour: has `count-facts` count the days that have ended somewhere as wholes. */
export const worker = defineTaskWorker<Record<string, never>, CountingDeps>({
  name: 'close-days',
  input: z.object({}),
  schedule: 'rate(1 hour)',
  timeoutSeconds: 300,
  uses: { table: 'read', sends: [COUNTER] },
  failureImpact: 'Questions about long periods are answered up to the last day that was counted.',
  async handle(deps) {
    let organizations = 0;
    for await (const due of findEndedDays(deps)) {
      await deps.later(due, 0);
      organizations += due.length;
    }
    return { organizations };
  },
});

export const handler = serveTaskWorker(worker, countingDeps);
