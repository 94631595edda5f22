import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import {
  type AttemptDeps,
  attemptDelivery,
  attemptDue,
  retryTimer,
  webhookSigningSecret,
} from '../../lib/reactions/webhooks/index.ts';
import { attemptDeps, attemptOutcomes } from '../compose/webhook-attempts.ts';

/** Makes the attempts after the first one, one per event: retries, replays, and endpoints beyond the first few. */
export const worker = defineQueueWorker<AttemptDeps>({
  name: 'send-webhooks',
  consumes: [attemptDue, retryTimer.fired],
  timeoutSeconds: 30,
  maxConcurrency: 20,
  uses: { table: 'readWrite', secrets: [webhookSigningSecret] },
  failureImpact: 'Merchants get retried webhooks late or not at all.',
  outcomes: attemptOutcomes,
  async handle(deps: AttemptDeps, event: EventRecord) {
    const due =
      event.name === attemptDue.name ? attemptDue.parse(event).data : retryTimer.fired.parse(event).data.data;
    await attemptDelivery(deps, { organizationId: event.organizationId, ...due });
  },
});

export const handler = serveQueueWorker(worker, attemptDeps);
