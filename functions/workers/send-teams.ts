import { teamsChannel } from '../../lib/notifications/index.ts';
import { httpSender } from '../../lib/webhooks/index.ts';
import { sendWorker, serveSendWorker } from '../send-notification-worker.ts';
import { destinationPolicy } from '../webhook-destinations.ts';

/** Sends notifications to channels of a team. */
export const worker = sendWorker('teams', {
  maxConcurrency: 8,
  impact: 'Messages to teams come late or not at all.',
});

export const handler = serveSendWorker(worker, () => teamsChannel(httpSender(destinationPolicy())));
