import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  createDestination as create,
  invalidNotificationTrigger,
  notificationNotFound,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  destinationBodyExample,
  destinationExample,
  destinationFields,
  destinationInput,
  destinationReply,
  renderDestination,
} from './notification-schemas.ts';

/** POST /v1/notification-groups */
export const createDestination = notificationEndpoint({
  name: 'createNotificationDestination',
  method: 'POST',
  path: '/v1/notification-groups',
  area: 'Notifications',
  summary: 'Create a destination',
  description:
    'A reusable audience on one or more channels. Recipients are fixed, or variables that are filled in when a message is ' +
    'created. An organization has at most 100 destinations.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  body: destinationInput,
  bodyExample: destinationBodyExample,
  reply: destinationReply,
  replyExample: destinationExample,
  refusals: [invalidNotificationTrigger, notificationNotFound],
  async handle({ input: { body }, ctx }) {
    const made = await create(ctx, destinationFields(body), ctx.ids.next('ntg'));
    return isRefusal(made) ? made : renderDestination(made);
  },
});
