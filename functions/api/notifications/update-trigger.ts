import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  changeTrigger,
  invalidNotificationTrigger,
  notificationNotFound,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  renderTrigger,
  triggerChangeInput,
  triggerChanges,
  triggerExample,
  triggerPath,
  triggerReply,
} from './notification-schemas.ts';

/** PATCH /v1/notification-triggers/{id} */
export const updateTrigger = notificationEndpoint({
  name: 'updateNotificationTrigger',
  method: 'PATCH',
  path: '/v1/notification-triggers/{id}',
  area: 'Notifications',
  summary: 'Change a notification trigger',
  description: 'Only the fields that are sent change. The type cannot change.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: triggerPath,
  takesIfMatch: true,
  body: triggerChangeInput,
  bodyExample: { enabled: false },
  reply: triggerReply,
  replyExample: { ...triggerExample, enabled: false, version: 2 },
  refusals: [invalidNotificationTrigger, notificationNotFound, contentionOver('notification trigger')],
  async handle({ input: { path, body }, ctx }) {
    const changed = await changeTrigger(ctx, path.id, triggerChanges(body));
    return isRefusal(changed) ? changed : renderTrigger(changed);
  },
});
