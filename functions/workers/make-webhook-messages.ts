import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/events/index.ts';
import { type CoreDeps, coreDeps } from '../../lib/runtime/index.ts';
import { makeMessage, renderContent, WEBHOOK_EVENT_TYPES } from '../../lib/webhooks/index.ts';

/** Turns events into webhook messages for the endpoints that want them. */
export const worker = defineQueueWorker<CoreDeps>({
  name: 'make-webhook-messages',
  consumes: WEBHOOK_EVENT_TYPES.map((name) => ({ name, summary: 'An event that merchants may be told of.' })),
  timeoutSeconds: 30,
  maxConcurrency: 50,
  uses: { table: 'readWrite' },
  failureImpact: 'Merchants are not told what happens to their deliveries.',
  handle: (event: EventRecord, deps: CoreDeps) =>
    makeMessage(event, deps, (known) => renderContent(known, deps)),
});

export const handler = serveQueueWorker(worker, coreDeps);
