import * as z from 'zod';
import { readSettings } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { destinationExample, destinationReply, renderDestination } from './notification-schemas.ts';

/** GET /v1/notification-groups */
export const listDestinations = notificationEndpoint({
  name: 'listNotificationDestinations',
  method: 'GET',
  path: '/v1/notification-groups',
  area: 'Notifications',
  summary: 'List destinations',
  permission: 'READ_NOTIFICATION',
  forLimited: 'refused',
  reply: z.object({ notificationGroups: z.array(destinationReply) }),
  replyExample: { notificationGroups: [destinationExample] },
  refusals: [],
  async handle({ ctx }) {
    const { destinations } = await readSettings(ctx, ctx.organizationId);
    return { notificationGroups: destinations.map(renderDestination) };
  },
});
