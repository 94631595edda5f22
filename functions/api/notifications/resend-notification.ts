import * as z from 'zod';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  notificationInUse,
  notificationNotFound,
  resendNotification as resend,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { notificationExample, notificationReply, renderNotification } from './notification-schemas.ts';

/** POST /v1/notifications/{id}/resend (decision C62) */
export const resendNotification = notificationEndpoint({
  name: 'resendNotification',
  method: 'POST',
  path: '/v1/notifications/{id}/resend',
  area: 'Notifications',
  summary: 'Send a notification again',
  description: 'Sends the original content. A contact on the deny list gets nothing.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: z.object({ id: z.string().meta({ description: 'Id of the notification, `ntf_...`.' }) }),
  reply: notificationReply,
  replyExample: { ...notificationExample, status: 'queued' as const },
  refusals: [notificationNotFound, contentionOver('notification'), notificationInUse],
  async handle({ input: { path }, ctx }) {
    const sent = await resend(ctx, ctx.caller, path.id);
    return isRefusal(sent) ? sent : renderNotification(sent);
  },
});
