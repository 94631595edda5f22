import * as z from 'zod';
import { type CountingDeps, findDue } from '../../lib/operations/insight/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';

/**
 * Every hour: has `count-facts` count the days that have ended somewhere as wholes, judge the rules on measures, and send
 * reports.
 */
export const worker = defineTaskWorker<Record<string, never>, CountingDeps>({
  name: 'close-days',
  input: z.object({}),
  schedule: 'rate(1 hour)',
  timeoutSeconds: 300,
  uses: { table: 'read', sends: [COUNTER] },
  failureImpact:
    'Questions about long periods are answered up to the last day that was counted; rules are judged only when numbers change; no reports.',
  async handle(deps) {
    let messages = 0;
    for await (const due of findDue(deps)) {
      await deps.later(due, 0);
      messages += due.length;
    }
    return { messages };
  },
});

export const handler = serveTaskWorker(worker, countingDeps);
