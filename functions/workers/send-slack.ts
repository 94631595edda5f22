import { requestSender } from '../../lib/connections/index.ts';
import { chatApi, slackChannel } from '../../lib/notifications/index.ts';
import { httpSender } from '../../lib/webhooks/index.ts';
import { credentialStore } from '../credential-store.ts';
import { sendWorker, serveSendWorker } from '../send-notification-worker.ts';
import { destinationPolicy } from '../webhook-destinations.ts';

/** Sends notifications to chats of a team. */
export const worker = sendWorker('slack', {
  maxConcurrency: 8,
  uses: { credentials: 'read' },
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, ({ table }) => {
  const policy = destinationPolicy();
  return slackChannel(
    httpSender(policy),
    chatApi({ table, store: credentialStore(), send: requestSender(policy) }),
  );
});
