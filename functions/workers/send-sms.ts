import { textChannel } from '../../lib/reactions/notifications/index.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';

/** Sends notifications by text message. */
export const worker = sendWorker('sms', {
  uses: { sendsTexts: true },
  impact: 'Text messages to customers come late or not at all.',
});

export const handler = serveSendWorker(worker, () =>
  textChannel({
    origin: process.env.SMS_ORIGIN || undefined,
    configurationSet: process.env.SMS_CONFIGURATION_SET || undefined,
  }),
);
