import { findRole, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderRole, roleExample, roleParams, roleReply } from './role-schemas.ts';

/** GET /v1/organization-management/roles/{role_id} */
export const getRole = endpointFor<TenancyDeps>()({
  name: 'getRole',
  method: 'GET',
  path: '/v1/organization-management/roles/{role_id}',
  area: 'Roles',
  summary: 'Get a role',
  permission: 'READ_ROLE',
  forLimited: 'shared',
  params: roleParams,
  reply: roleReply,
  replyExample: roleExample,
  refusals: [notFound],
  async handle({ input: { path }, ctx }) {
    const role = await findRole(ctx, ctx.organizationId, path.role_id);
    return isRefusal(role) ? role : renderRole(role, ctx.organizationId);
  },
});
