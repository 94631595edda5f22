import * as z from 'zod';
import { askForNotification } from '../../../lib/operations/insight/index.ts';
import { defineRefusal } from '../../../lib/platform/core/refusal.ts';
import { applyChannelReport, verifyTopicMessage } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

const notTaken = defineRefusal({
  code: 'UNAUTHORIZED',
  summary: 'The message is not signed by a topic of this installation, or it is older than an hour.',
});

/** Certificates by address; an instance sees only one or two. */
const certificates = new Map<string, Promise<string>>();

/** Longest wait for a certificate. */
const PATIENCE_MS = 5_000;

async function get(url: string): Promise<string> {
  const reply = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!reply.ok) throw new Error(`${new URL(url).host} answered ${reply.status}.`);
  return reply.text();
}

function certificate(url: string): Promise<string> {
  const known = certificates.get(url);
  if (known) return known;
  const fetched = get(url);
  certificates.set(url, fetched);
  fetched.catch(() => certificates.delete(url));
  return fetched;
}

/** POST /v1/notification-callbacks/topic */
export const receiveChannelNews = notificationEndpoint({
  name: 'receiveChannelNews',
  method: 'POST',
  path: '/v1/notification-callbacks/topic',
  area: 'Notifications',
  summary: 'Receive reports of a channel',
  description:
    'Amazon SES and End User Messaging publish to a topic what became of messages and what recipients answered: deliveries, ' +
    'bounces, complaints and STOP. The topic posts it here with its signature; no API key is needed. A message can be sent again.',
  permission: null,
  forLimited: null,
  body: z.unknown().meta({ description: 'Message of the topic.' }),
  bodyExample: { Type: 'Notification', Message: '{}' },
  reply: z.object({ taken: z.int().meta({ description: 'Number of receipts and answers in it.' }) }),
  replyExample: { taken: 1 },
  refusals: [notTaken],
  async handle({ ctx, request }) {
    const topics = (process.env.NOTIFICATION_TOPICS ?? '').split(',').filter((arn) => arn !== '');
    const message = await verifyTopicMessage(request.body, { topics, nowMs: ctx.clock.now(), certificate });
    if ('problem' in message) return notTaken(message.problem);
    if (message.Type === 'SubscriptionConfirmation' && message.SubscribeURL) await get(message.SubscribeURL);
    if (message.Type !== 'Notification') return { taken: 0 };
    const { taken, reported } = await applyChannelReport(ctx, parse(message.Message));
    for (const notification of reported) await askForNotification(ctx, notification);
    return { taken };
  },
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
