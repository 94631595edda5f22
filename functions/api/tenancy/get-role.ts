import { notFound } from '../../../lib/core/common-refusals.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { endpointFor } from '../../../lib/http/index.ts';
import { findRole, type TenancyDeps } from '../../../lib/tenancy/index.ts';
import { renderRole, roleExample, roleParams, roleReply } from './role-schemas.ts';

/** GET /v1/organization-management/roles/{role_id} */
export const getRole = endpointFor<TenancyDeps>()({
  name: 'getRole',
  method: 'GET',
  path: '/v1/organization-management/roles/{role_id}',
  area: 'Roles',
  summary: 'Get a role',
  permission: 'READ_ROLE',
  params: roleParams,
  reply: roleReply,
  replyExample: roleExample,
  refusals: [notFound],
  async handle({ input: { path }, ctx }) {
    const role = await findRole(ctx, ctx.organizationId, path.role_id);
    return isRefusal(role) ? role : renderRole(role, ctx.organizationId);
  },
});
