import * as z from 'zod';
import { integerParameter } from '../../../lib/platform/http/index.ts';
import { listDeniedContacts as list } from '../../../lib/reactions/notifications/index.ts';
import { notificationEndpoint } from './deps.ts';

/** GET /v1/organization-management/notifications/deny-list (decision B28) */
export const listDeniedContacts = notificationEndpoint({
  name: 'listDeniedContacts',
  method: 'GET',
  path: '/v1/organization-management/notifications/deny-list',
  area: 'Notifications',
  summary: 'List the contacts on the deny list',
  permission: 'READ_DENY_LIST',
  forLimited: 'refused',
  query: z.object({
    orgId: z
      .string()
      .optional()
      .meta({ description: "Id of the organization; only the caller's own has a list for it." }),
    page: integerParameter({ min: 0, max: 1000, fallback: 0, description: 'Page, counted from 0.' }),
    pageSize: integerParameter({ min: 1, max: 500, fallback: 100, description: 'Contacts per page.' }),
  }),
  reply: z.array(z.object({ id: z.string(), type: z.string(), value: z.string() })),
  replyExample: [{ id: 'dny_8m3k2p9x7c5v1b4n6q0w8e2r4t', type: 'phone', value: '+14155550199' }],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { orgId, page, pageSize } = query;
    if (orgId !== undefined && orgId !== ctx.organizationId) return [];
    return [...(await list(ctx, ctx.caller, { page, pageSize }))];
  },
});
