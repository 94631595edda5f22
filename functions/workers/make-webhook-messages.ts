import {
  defineQueueWorker,
  type EventRecord,
  heardBy,
  serveQueueWorker,
} from '../../lib/platform/events/index.ts';
import {
  type AttemptDeps,
  endpointListeners,
  makeMessage,
  renderContent,
  WEBHOOK_EVENT_TYPES,
  webhookSigningSecret,
} from '../../lib/reactions/webhooks/index.ts';
import { attemptDeps, attemptOutcomes } from '../compose/webhook-attempts.ts';

/** Turns events into webhook messages and makes the first attempt to send them to the endpoints that want them. */
export const worker = defineQueueWorker<AttemptDeps>({
  name: 'make-webhook-messages',
  consumes: WEBHOOK_EVENT_TYPES.map((name) =>
    heardBy({ name, summary: 'An event that may be sent to merchants.' }, endpointListeners),
  ),
  batchingSeconds: 1,
  timeoutSeconds: 30,
  maxConcurrency: 120,
  uses: { table: 'readWrite', secrets: [webhookSigningSecret] },
  failureImpact: 'Merchants do not learn what happens to their deliveries.',
  outcomes: attemptOutcomes,
  handle: (deps: AttemptDeps, event: EventRecord) =>
    makeMessage(deps, event, (known) => renderContent(deps, known)),
});

export const handler = serveQueueWorker(worker, attemptDeps);
