import * as z from 'zod';
import { type CountingDeps, findDue } from '../../lib/operations/insight/index.ts';
import { findEndedHours, type LakeSender } from '../../lib/operations/lake/index.ts';
import { defineTaskWorker, serveTaskWorker } from '../../lib/platform/events/index.ts';
import { COUNTER, countingDeps } from '../compose/insight-queue.ts';
import { LAKE_WRITER, lakeSender } from '../compose/lake-queue.ts';

/**
 * Every hour: has `count-facts` count the days that have ended somewhere as wholes, judge the rules on measures, and send
 * reports; has `write-lake` write the last hour.
 */
export const worker = defineTaskWorker<Record<string, never>, CountingDeps & LakeSender>({
  name: 'close-days',
  input: z.object({}),
  schedule: 'rate(1 hour)',
  timeoutSeconds: 300,
  uses: { table: 'read', sends: [COUNTER, LAKE_WRITER] },
  failureImpact:
    'Questions about long periods are answered up to the last day that was counted; rules are judged only when numbers change; no reports; the data lake ends earlier.',
  async handle(deps) {
    let messages = 0;
    for await (const due of findDue(deps)) {
      await deps.later(due, 0);
      messages += due.length;
    }
    for await (const due of findEndedHours(deps)) await deps.toLake(due, 0);
    return { messages };
  },
});

export const handler = serveTaskWorker(worker, () => ({ ...countingDeps(), ...lakeSender() }));
