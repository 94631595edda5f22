import { destinationHeaders, webhookChannel } from '../../lib/reactions/notifications/index.ts';
import { httpSender, webhookSigningSecret } from '../../lib/reactions/webhooks/index.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';
import { destinationPolicy } from '../compose/webhook-destinations.ts';
import { webhookSigningKeys } from '../compose/webhook-signing-keys.ts';

/** Sends notifications to URLs of the merchant. */
export const worker = sendWorker('webhook', {
  maxConcurrency: 8,
  uses: { secrets: [webhookSigningSecret] },
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, ({ clock }) =>
  webhookChannel(httpSender(destinationPolicy()), destinationHeaders(clock, webhookSigningKeys())),
);
