import type { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { findLanes, finishRetiring, turnOf } from '../../lib/operations/retention/index.ts';
import {
  defineTaskWorker,
  queueClient,
  sendEvents,
  serveTaskWorker,
} from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps, queueVariable, requireVariable } from '../../lib/platform/runtime/index.ts';

interface Deps extends CoreDeps {
  readonly lanes: SQSClient;
}

const HOUR_MS = 3_600_000;

/**
 * Every hour: finds what is past its retention, and has `leave-lane` move it from the table to the bucket. It reports how
 * far that is behind: webhook messages expire two days after they are due.
 */
export const worker = defineTaskWorker<Record<string, never>, Deps>({
  name: 'leave-table',
  input: z.object({}),
  schedule: 'rate(1 hour)',
  timeoutSeconds: 840,
  uses: { table: 'readWrite', sends: ['leave-lane'] },
  failureImpact:
    'Old orders and jobs stay in the table; webhook messages that expire meanwhile cannot be read any more.',
  watches: {
    code: 'retention.found',
    field: 'hoursBehind',
    atMost: 12,
    impact:
      'Webhook messages expire in a day and a half that were not copied; they could not be read any more.',
  },
  async handle(deps) {
    await finishRetiring(deps);
    const nowMs = deps.clock.now();
    let behindMs = 0;
    let lanes = 0;
    for await (const due of findLanes(deps)) {
      const turns = due.map(({ lane }) => turnOf(lane, `hour ${Math.floor(nowMs / HOUR_MS)}`, nowMs));
      await sendEvents({ client: deps.lanes, url: requireVariable(queueVariable('leave-lane')) }, turns);
      lanes += turns.length;
      for (const { lane, behindMs: one } of due)
        if (lane.kind === 'message') behindMs = Math.max(behindMs, one);
    }
    const hoursBehind = Math.round((10 * behindMs) / HOUR_MS) / 10;
    deps.log.info('retention.found', 'Looked for records that are past their retention.', {
      lanes,
      hoursBehind,
    });
    return { lanes, hoursBehind };
  },
});

export const handler = serveTaskWorker(worker, () => ({ ...coreDeps(), lanes: queueClient() }));
