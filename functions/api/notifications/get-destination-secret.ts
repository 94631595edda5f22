import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  destinationSecret,
  findDestination,
  notificationNotFound,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';
import { destinationPath } from './notification-schemas.ts';

/** GET /v1/notification-groups/{id}/secret */
export const getDestinationSecret = notificationEndpoint({
  name: 'getNotificationDestinationSecret',
  method: 'GET',
  path: '/v1/notification-groups/{id}/secret',
  area: 'Notifications',
  summary: "Get a destination's signing secret",
  description:
    'Messages to the URLs of the channel `webhook` are signed with it, in the headers `webhook-id`, `webhook-timestamp` and ' +
    '`webhook-signature` (Standard Webhooks). A destination has one secret; another destination has another one.',
  permission: 'WRITE_NOTIFICATION',
  forLimited: 'refused',
  params: destinationPath,
  reply: z.object({ secret: z.string().meta({ description: 'Signing secret, `whsec_...`.' }) }),
  replyExample: { secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=' },
  isConfidential: true,
  refusals: [notificationNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await findDestination(ctx, path.id);
    if (isRefusal(found)) return found;
    const [shown] = await ctx.signingKeys();
    return { secret: destinationSecret(shown, found.value) };
  },
});
