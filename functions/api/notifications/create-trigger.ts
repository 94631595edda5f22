import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  createTrigger as create,
  invalidNotificationTrigger,
  notificationNotFound,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import {
  renderTrigger,
  triggerBodyExample,
  triggerExample,
  triggerFields,
  triggerInput,
  triggerReply,
} from './notification-schemas.ts';

/** POST /v1/notification-triggers */
export const createTrigger = notificationEndpoint({
  name: 'createNotificationTrigger',
  method: 'POST',
  path: '/v1/notification-triggers',
  area: 'Notifications',
  summary: 'Create a notification trigger',
  description:
    'Pairs an event with a message. GET /v1/notification-triggers/catalog has the types with the schemas of their ' +
    'parameters; an unknown type is refused with the list of all. An organization has at most 200 triggers.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  body: triggerInput,
  bodyExample: triggerBodyExample,
  reply: triggerReply,
  replyExample: triggerExample,
  refusals: [invalidNotificationTrigger, notificationNotFound],
  async handle({ input: { body }, ctx }) {
    const made = await create(ctx, triggerFields(body), ctx.ids.next('ntr'));
    return isRefusal(made) ? made : renderTrigger(made);
  },
});
