import { whatsappChannel } from '../../lib/reactions/notifications/index.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';

/** Sends notifications by WhatsApp. */
export const worker = sendWorker('whatsapp', {
  uses: { sendsChats: true },
  maxConcurrency: 8,
  impact: 'WhatsApp messages to customers come late or not at all.',
});

export const handler = serveSendWorker(worker, () =>
  whatsappChannel(process.env.WHATSAPP_ORIGIN || undefined),
);
