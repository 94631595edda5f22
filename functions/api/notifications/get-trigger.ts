import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { findTrigger, notificationNotFound } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { renderTrigger, triggerExample, triggerPath, triggerReply } from './notification-schemas.ts';

/** GET /v1/notification-triggers/{id} */
export const getTrigger = notificationEndpoint({
  name: 'getNotificationTrigger',
  method: 'GET',
  path: '/v1/notification-triggers/{id}',
  area: 'Notifications',
  summary: 'Get a notification trigger',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  params: triggerPath,
  reply: triggerReply,
  replyExample: triggerExample,
  refusals: [notificationNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await findTrigger(ctx, path.id);
    return isRefusal(found) ? found : renderTrigger(found);
  },
});
