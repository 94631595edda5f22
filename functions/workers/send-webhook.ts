import { destinationHeaders, webhookChannel } from '../../lib/notifications/index.ts';
import { httpSender, webhookSigningSecret } from '../../lib/webhooks/index.ts';
import { sendWorker, serveSendWorker } from '../send-notification-worker.ts';
import { destinationPolicy } from '../webhook-destinations.ts';
import { webhookSigningKey } from '../webhook-signing-key.ts';

/** Sends notifications to URLs of the merchant. */
export const worker = sendWorker('webhook', {
  maxConcurrency: 8,
  uses: { secrets: [webhookSigningSecret] },
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, ({ clock }) =>
  webhookChannel(httpSender(destinationPolicy()), destinationHeaders(clock, webhookSigningKey())),
);
