import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  allowContact as allow,
  deniedContactNotFound,
  invalidContact,
} from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

const contact = z.object({
  type: z.string().max(20).meta({ description: '`phone`, `email` or `whatsapp`.' }),
  value: z.string().max(300).meta({ description: 'Phone number or address.' }),
});
const example = { type: 'phone', value: '+14155550199' };

/** DELETE /v1/organization-management/notifications/deny-list */
export const allowContact = notificationEndpoint({
  name: 'allowContact',
  method: 'DELETE',
  path: '/v1/organization-management/notifications/deny-list',
  area: 'Notifications',
  summary: 'Remove a contact from the deny list',
  permission: 'WRITE_DENY_LIST',
  forLimited: 'refused',
  body: contact,
  bodyExample: example,
  reply: z.object({ success: z.boolean() }),
  replyExample: { success: true },
  refusals: [deniedContactNotFound, invalidContact],
  async handle({ input: { body }, ctx }) {
    const entry = await allow(ctx, ctx.organizationId, body);
    return isRefusal(entry) ? entry : { success: true };
  },
});
