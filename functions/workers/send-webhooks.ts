import { defineQueueWorker, type EventRecord, serveQueueWorker } from '../../lib/events/index.ts';
import { coreDeps } from '../../lib/runtime/index.ts';
import {
  type AttemptDeps,
  attemptDelivery,
  attemptDue,
  httpSender,
  retryTimer,
  webhookSigningSecret,
} from '../../lib/webhooks/index.ts';
import { destinationPolicy } from '../webhook-destinations.ts';
import { webhookSigningKey } from '../webhook-signing-key.ts';

/** Sends webhook messages, one attempt per event. */
export const worker = defineQueueWorker<AttemptDeps>({
  name: 'send-webhooks',
  consumes: [attemptDue, retryTimer.fired],
  timeoutSeconds: 30,
  maxConcurrency: 100,
  uses: { table: 'readWrite', secrets: [webhookSigningSecret] },
  failureImpact: 'Merchants get webhooks late or not at all.',
  outcomes: {
    code: 'webhooks.attempted',
    failedWhen: '$.conclusion != "delivered"',
    percent: 50,
    impact: 'Half of the attempts to deliver webhooks fail: merchants see the past.',
  },
  async handle(event: EventRecord, deps: AttemptDeps) {
    const due =
      event.name === attemptDue.name ? attemptDue.parse(event).data : retryTimer.fired.parse(event).data.data;
    await attemptDelivery({ organizationId: event.organizationId, ...due }, deps);
  },
});

export const handler = serveQueueWorker(worker, () => ({
  ...coreDeps(),
  sender: httpSender(destinationPolicy()),
  signingKey: webhookSigningKey(),
}));
