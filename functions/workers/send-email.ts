import { requireVariable } from '../../lib/platform/runtime/index.ts';
import { emailChannel } from '../../lib/reactions/notifications/index.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';

/** Sends notifications by e-mail. */
export const worker = sendWorker('email', {
  uses: { sendsEmail: true },
  impact: 'E-mails to customers and teams come late or not at all.',
});

export const handler = serveSendWorker(worker, () =>
  emailChannel({
    from: requireVariable('EMAIL_FROM'),
    configurationSet: process.env.EMAIL_CONFIGURATION_SET || undefined,
  }),
);
