import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { findDestination, notificationNotFound } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  destinationExample,
  destinationPath,
  destinationReply,
  renderDestination,
} from './notification-schemas.ts';

/** GET /v1/notification-groups/{id} */
export const getDestination = notificationEndpoint({
  name: 'getNotificationDestination',
  method: 'GET',
  path: '/v1/notification-groups/{id}',
  area: 'Notifications',
  summary: 'Get a destination',
  permission: 'READ_NOTIFICATION',
  forLimited: 'refused',
  params: destinationPath,
  reply: destinationReply,
  replyExample: destinationExample,
  refusals: [notificationNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await findDestination(ctx, path.id);
    return isRefusal(found) ? found : renderDestination(found);
  },
});
