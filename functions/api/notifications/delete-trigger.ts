import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { notificationNotFound, deleteTrigger as remove } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { renderTrigger, triggerExample, triggerPath, triggerReply } from './notification-schemas.ts';

/** DELETE /v1/notification-triggers/{id} */
export const deleteTrigger = notificationEndpoint({
  name: 'deleteNotificationTrigger',
  method: 'DELETE',
  path: '/v1/notification-triggers/{id}',
  area: 'Notifications',
  summary: 'Delete a notification trigger',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: triggerPath,
  takesIfMatch: true,
  reply: triggerReply,
  replyExample: triggerExample,
  refusals: [notificationNotFound, contentionOver('notification trigger')],
  async handle({ input: { path }, ctx }) {
    const removed = await remove(ctx, path.id);
    return isRefusal(removed) ? removed : renderTrigger(removed);
  },
});
