import { webhookChannel } from '../../lib/notifications/index.ts';
import { httpSender } from '../../lib/webhooks/index.ts';
import { sendWorker, serveSendWorker } from '../send-notification-worker.ts';
import { destinationPolicy } from '../webhook-destinations.ts';

/** Sends notifications to URLs of the merchant. */
export const worker = sendWorker('webhook', {
  maxConcurrency: 8,
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, () => webhookChannel(httpSender(destinationPolicy())));
