import * as z from 'zod';
import { listDriverGroups as list } from '../../../lib/fleet/fleet/index.ts';
import { limitParameter, offsetParameter } from '../../../lib/platform/http/index.ts';
import { editorOf, fleetEndpoint } from './deps.ts';
import { groupExample, groupRow, renderGroup } from './group-schemas.ts';

export const listDriverGroups = fleetEndpoint({
  name: 'listDriverGroups',
  method: 'GET',
  path: '/v1/fleet/driver-groups',
  area: 'Fleet',
  summary: 'List driver groups',
  description: 'Newest first, without their drivers.',
  permission: 'READ_FLEET',
  forLimited: { stores: 'refused', groups: 'narrowed' },
  query: z.object({ limit: limitParameter({ fallback: 100, max: 500 }), offset: offsetParameter }),
  reply: z.object({ driverGroups: z.array(groupRow) }),
  replyExample: { driverGroups: [groupExample] },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { limit, offset } = query;
    const groups = await list(ctx.table, editorOf(ctx), { limit, offset });
    return { driverGroups: groups.map(renderGroup) };
  },
});
