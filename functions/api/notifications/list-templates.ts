import * as z from 'zod';
import { triggerTypes } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

/** GET /v1/notification-triggers/templates */
export const listTemplates = notificationEndpoint({
  name: 'listNotificationTemplates',
  method: 'GET',
  path: '/v1/notification-triggers/templates',
  area: 'Notifications',
  summary: 'List the types of notification triggers',
  permission: 'READ_NOTIFICATION',
  forLimited: 'shared',
  reply: z.object({ templates: z.array(z.object({ type: z.string(), title: z.string() })) }),
  replyExample: { templates: [{ type: 'delivery_status_transition', title: 'Delivery Status Transition' }] },
  refusals: [],
  handle: () => ({ templates: triggerTypes().map(({ type, title }) => ({ type, title })) }),
});
