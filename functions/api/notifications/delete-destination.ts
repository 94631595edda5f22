import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { inUse } from '../../../lib/platform/uses/index.ts';
import {
  notificationInUse,
  notificationNotFound,
  deleteDestination as remove,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  destinationExample,
  destinationPath,
  destinationReply,
  renderDestination,
} from './notification-schemas.ts';

/** DELETE /v1/notification-groups/{id} */
export const deleteDestination = notificationEndpoint({
  name: 'deleteNotificationDestination',
  method: 'DELETE',
  path: '/v1/notification-groups/{id}',
  area: 'Notifications',
  summary: 'Delete a destination',
  description: 'A destination that a trigger or a workflow uses is refused; `details.usedBy` names them.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: destinationPath,
  takesIfMatch: true,
  reply: destinationReply,
  replyExample: destinationExample,
  refusals: [notificationNotFound, contentionOver('notification destination'), notificationInUse, inUse],
  async handle({ input: { path }, ctx }) {
    const removed = await remove(ctx, path.id);
    return isRefusal(removed) ? removed : renderDestination(removed);
  },
});
