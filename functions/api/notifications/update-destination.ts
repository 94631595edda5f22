import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  changeDestination,
  invalidNotificationTrigger,
  notificationNotFound,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  destinationChanges,
  destinationExample,
  destinationInput,
  destinationPath,
  destinationReply,
  renderDestination,
} from './notification-schemas.ts';

/** PATCH /v1/notification-groups/{id} */
export const updateDestination = notificationEndpoint({
  name: 'updateNotificationDestination',
  method: 'PATCH',
  path: '/v1/notification-groups/{id}',
  area: 'Notifications',
  summary: 'Change a destination',
  description: 'Only the fields that are sent change. `channels` replaces all of them.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: destinationPath,
  takesIfMatch: true,
  body: destinationInput.partial(),
  bodyExample: { name: 'Customer' },
  reply: destinationReply,
  replyExample: { ...destinationExample, name: 'Customer', version: 2 },
  refusals: [invalidNotificationTrigger, notificationNotFound, contentionOver('notification destination')],
  async handle({ input: { path, body }, ctx }) {
    const { quietHours, ...changes } = destinationChanges(body);
    const fields = body.quietHours === undefined ? changes : { ...changes, quietHours: quietHours ?? null };
    const changed = await changeDestination(ctx, path.id, fields);
    return isRefusal(changed) ? changed : renderDestination(changed);
  },
});
