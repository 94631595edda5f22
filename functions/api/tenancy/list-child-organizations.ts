import * as z from 'zod';
import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { listChildren } from '../../../lib/platform/organization/index.ts';
import { organizationExample } from './organization-schemas.ts';

/** GET /v1/organizations/children */
export const listChildOrganizations = endpointFor<TenancyDeps>()({
  name: 'listChildOrganizations',
  method: 'GET',
  path: '/v1/organizations/children',
  area: 'Organization',
  summary: 'List child organizations',
  description:
    'Oldest first. A caller that can reach both parent and child names the child in `X-Org-Id` to work in it.',
  permission: 'READ_ORGANIZATION',
  forLimited: 'shared',
  reply: z.object({ children: z.array(z.object({ id: z.string(), name: z.string().nullable() })) }),
  replyExample: { children: [{ id: organizationExample.id, name: organizationExample.name }] },
  refusals: [],
  async handle({ ctx }) {
    const children = await listChildren(ctx, ctx.organizationId);
    return { children: children.map(({ id, name }) => ({ id, name })) };
  },
});
