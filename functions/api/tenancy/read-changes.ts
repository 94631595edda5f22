import * as z from 'zod';
import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { CHANGE_KINDS, readChanges as read } from '../../../lib/platform/changes/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';

/** GET /v1/organization-management/changes */
export const readChanges = endpointFor<TenancyDeps>()({
  name: 'readChanges',
  method: 'GET',
  path: '/v1/organization-management/changes',
  area: 'Users',
  summary: 'Ask what kinds of objects changed',
  description:
    'For programs that show lists: instead of reading them again and again, ask this every second or two, and read again what ' +
    'has its kind in `kinds`. A change appears there within about a second, and again in the next look, because lists ' +
    'follow with a short delay. Without a cursor, with one that is older than five minutes, and where it cannot be ' +
    'known, `kinds` has every kind that you may read. Flags and refunds count as their job or order, stops and ' +
    'exceptions as their route. Activities are named when they begin and end; read one under way for its progress. ' +
    'Positions, notifications and messages of webhooks are named when something leads to them, a moment before ' +
    'they can be read. Names of providers, drivers and other settings are no changes of what shows them.',
  permission: 'READ_ORGANIZATION',
  // What happens outside the limits of a caller is none of its business, not even that it happens.
  forLimited: 'refused',
  query: z.object({
    cursor: z.string().max(200).optional().meta({ description: '`cursor` of your previous look.' }),
  }),
  reply: z
    .object({
      kinds: z.array(z.enum(CHANGE_KINDS)).meta({ description: 'Kinds of objects that may have changed.' }),
      cursor: z.string().meta({ description: 'What to send with the next look.' }),
    })
    .meta({ id: 'Changes' }),
  replyExample: {
    kinds: ['order'],
    cursor:
      'MjAyNi0wMy0wNVQwMToxMTo1MS4wMDBafDIwMjYtMDMtMDVUMDE6MTQ6NTEuMDAwWnxvcmdfMDFKQ1hNNVczUUFCMTJDRDM0RUY1NkdINzg',
  },
  refusals: [],
  isNoTool: true,
  async handle({ input: { query }, ctx }) {
    const { organizationId, permissions } = ctx.caller;
    const { kinds, cursor } = await read(ctx, { organizationId, permissions }, query.cursor);
    return { kinds: [...kinds], cursor };
  },
});
