import { findUser, listRoles, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderUser, userExample, userParams, userReply } from './user-schemas.ts';

/** GET /v1/organization-management/users/{user_id} */
export const getUser = endpointFor<TenancyDeps>()({
  name: 'getUser',
  method: 'GET',
  path: '/v1/organization-management/users/{user_id}',
  area: 'Users',
  summary: 'Get a user',
  permission: 'READ_USER',
  forLimited: 'narrowed',
  params: userParams,
  reply: userReply,
  replyExample: userExample,
  refusals: [notFound],
  async handle({ input: { path }, ctx }) {
    const user = await findUser(ctx, ctx.caller, path.user_id);
    return isRefusal(user) ? user : renderUser(user, await listRoles(ctx, ctx.organizationId));
  },
});
