import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/platform/runtime/index.ts';
import { runMessageDue, sendRunMessage } from '../../lib/reactions/automations/index.ts';

/** Passes the messages of workflow runs to the notifications. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'send-workflow-messages',
  consumes: [runMessageDue],
  maxConcurrency: 2,
  timeoutSeconds: 30,
  uses: { table: 'readWrite' },
  failureImpact: 'Messages of workflows are late.',
  handle: sendRunMessage,
});

export const handler = serveQueueWorker(worker, coreDeps);
