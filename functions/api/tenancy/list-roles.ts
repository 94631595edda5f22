import * as z from 'zod';
import { listRoles as list, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderRole, roleExample, roleReply } from './role-schemas.ts';

/** GET /v1/organization-management/roles */
export const listRoles = endpointFor<TenancyDeps>()({
  name: 'listRoles',
  method: 'GET',
  path: '/v1/organization-management/roles',
  area: 'Roles',
  summary: 'List roles',
  description: 'The seven built-in roles, then those of the organization, oldest first.',
  permission: 'READ_ROLE',
  forLimited: 'shared',
  reply: z.object({ roles: z.array(roleReply) }),
  replyExample: { roles: [roleExample] },
  refusals: [],
  async handle({ ctx }) {
    const roles = await list(ctx, ctx.organizationId);
    return { roles: roles.map((role) => renderRole(role, ctx.organizationId)) };
  },
});
