import { requestSender } from '../../lib/reactions/connections/index.ts';
import { chatApi, slackChannel } from '../../lib/reactions/notifications/index.ts';
import { httpSender } from '../../lib/reactions/webhooks/index.ts';
import { credentialStore } from '../compose/credential-store.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';
import { destinationPolicy } from '../compose/webhook-destinations.ts';

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
