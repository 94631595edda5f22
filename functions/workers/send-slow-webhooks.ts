import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/platform/events/index.ts';
import {
  type AttemptDeps,
  attemptDelivery,
  slowAttemptDue,
  webhookSigningSecret,
} from '../../lib/reactions/webhooks/index.ts';
import { attemptDeps, attemptOutcomes } from '../compose/webhook-attempts.ts';

/** Makes the attempts for slow endpoints, a few at a time, so that they delay nobody else. */
export const worker = defineQueueWorker<AttemptDeps>({
  name: 'send-slow-webhooks',
  consumes: [slowAttemptDue],
  timeoutSeconds: 30,
  maxConcurrency: 10,
  uses: { table: 'readWrite', secrets: [webhookSigningSecret] },
  failureImpact: 'Merchants whose receivers are slow get webhooks late or not at all.',
  outcomes: attemptOutcomes,
  async handle(deps: AttemptDeps, event: EventRecord) {
    const { data } = slowAttemptDue.parse(event);
    await attemptDelivery(deps, { organizationId: event.organizationId, ...data }, 'slow');
  },
});

export const handler = serveQueueWorker(worker, attemptDeps);
