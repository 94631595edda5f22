import * as z from 'zod';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { denyContact as deny, invalidContact } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

const contact = z.object({
  type: z.string().max(20).meta({ description: '`phone`, `email` or `whatsapp`.' }),
  value: z.string().max(300).meta({ description: 'Phone number or address.' }),
});
const example = { type: 'phone', value: '+14155550199' };

/** POST /v1/organization-management/notifications/deny-list (specification 4.5) */
export const denyContact = notificationEndpoint({
  name: 'denyContact',
  method: 'POST',
  path: '/v1/organization-management/notifications/deny-list',
  area: 'Notifications',
  summary: 'Add a contact to the deny list',
  description:
    'The contact gets no further notifications of the organization, not even those already on their way. A phone number ' +
    'covers text messages and WhatsApp. Adding it again returns the existing entry.',
  permission: 'WRITE_DENY_LIST',
  forLimited: 'refused',
  body: contact,
  bodyExample: example,
  reply: z.object({ id: z.string(), type: z.string(), value: z.string() }),
  replyExample: { id: 'dny_8m3k2p9x7c5v1b4n6q0w8e2r4t', ...example },
  refusals: [invalidContact],
  async handle({ input: { body }, ctx }) {
    const entry = await deny(ctx, ctx.caller, body);
    return isRefusal(entry) ? entry : { id: entry.id, type: entry.type, value: entry.value };
  },
});
