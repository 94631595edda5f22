import { teamsChannel } from '../../lib/reactions/notifications/index.ts';
import { httpSender } from '../../lib/reactions/webhooks/index.ts';
import { sendWorker, serveSendWorker } from '../compose/send-notification-worker.ts';
import { destinationPolicy } from '../compose/webhook-destinations.ts';

/** Sends notifications to channels of a team. */
export const worker = sendWorker('teams', {
  maxConcurrency: 8,
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, () => teamsChannel(httpSender(destinationPolicy())));
