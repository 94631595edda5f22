import * as z from 'zod';
import { readSettings } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { renderTrigger, triggerExample, triggerReply } from './notification-schemas.ts';

/** GET /v1/notification-triggers */
export const listTriggers = notificationEndpoint({
  name: 'listNotificationTriggers',
  method: 'GET',
  path: '/v1/notification-triggers',
  area: 'Notifications',
  summary: 'List notification triggers',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  reply: z.object({ notificationTriggers: z.array(triggerReply) }),
  replyExample: { notificationTriggers: [triggerExample] },
  refusals: [],
  async handle({ ctx }) {
    const { triggers } = await readSettings(ctx, ctx.organizationId);
    return { notificationTriggers: triggers.map(renderTrigger) };
  },
});
