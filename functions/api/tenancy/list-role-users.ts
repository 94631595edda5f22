import * as z from 'zod';
import { findRole, listRoles, listUsers, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { roleParams } from './role-schemas.ts';
import { renderUser, userExample, userReply } from './user-schemas.ts';

/** GET /v1/organization-management/roles/{role_id}/users */
export const listRoleUsers = endpointFor<TenancyDeps>()({
  name: 'listRoleUsers',
  method: 'GET',
  path: '/v1/organization-management/roles/{role_id}/users',
  area: 'Roles',
  summary: 'List the users who have a role',
  description: 'Oldest first.',
  permission: 'READ_USER',
  forLimited: 'narrowed',
  params: roleParams,
  reply: z.object({ users: z.array(userReply) }),
  replyExample: { users: [userExample] },
  refusals: [notFound],
  async handle({ input: { path }, ctx }) {
    const role = await findRole(ctx, ctx.organizationId, path.role_id);
    if (isRefusal(role)) return role;
    const [roles, users] = await Promise.all([
      listRoles(ctx, ctx.organizationId),
      listUsers(ctx, ctx.caller, path.role_id),
    ]);
    return { users: users.map((user) => renderUser(user, roles)) };
  },
});
