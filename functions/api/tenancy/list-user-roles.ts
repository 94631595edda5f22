import * as z from 'zod';
import { findUser, listRoles, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderUserRoles, userExample, userParams, userRole } from './user-schemas.ts';

/** GET /v1/organization-management/users/{user_id}/roles */
export const listUserRoles = endpointFor<TenancyDeps>()({
  name: 'listUserRoles',
  method: 'GET',
  path: '/v1/organization-management/users/{user_id}/roles',
  area: 'Users',
  summary: 'List the roles of a user',
  permission: 'READ_USER',
  forLimited: 'narrowed',
  params: userParams,
  reply: z.object({ roles: z.array(userRole) }),
  replyExample: { roles: userExample.roles },
  refusals: [notFound],
  async handle({ input: { path }, ctx }) {
    const user = await findUser(ctx, ctx.caller, path.user_id);
    if (isRefusal(user)) return user;
    return { roles: renderUserRoles(user, await listRoles(ctx, ctx.organizationId)) };
  },
});
