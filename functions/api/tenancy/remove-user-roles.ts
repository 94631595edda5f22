import * as z from 'zod';
import { changeUser, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { roleIdsField, userParams } from './user-schemas.ts';

/** DELETE /v1/organization-management/users/{user_id}/roles */
export const removeUserRoles = endpointFor<TenancyDeps>()({
  name: 'removeUserRoles',
  method: 'DELETE',
  path: '/v1/organization-management/users/{user_id}/roles',
  area: 'Users',
  summary: 'Remove roles from a user',
  description:
    'Roles that the user does not have are ignored. The last owner cannot lose that role. You can add and remove only roles whose permissions you have yourself.',
  permission: 'WRITE_USER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: userParams,
  body: z.object({ roleIds: roleIdsField }),
  bodyExample: { roleIds: ['role_planner'] },
  reply: z.object({ success: z.boolean() }),
  replyExample: { success: true },
  refusals: [notFound, conflict, contentionOver('role')],
  async handle({ input: { path, body }, ctx }) {
    const roles = (present: readonly string[]) => present.filter((id) => !body.roleIds.includes(id));
    const user = await changeUser(ctx, ctx, path.user_id, { roles }, ctx.expectedVersion);
    return isRefusal(user) ? user : { success: true };
  },
});
