import * as z from 'zod';
import { deleteRole as remove, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { roleExample, roleParams } from './role-schemas.ts';

/** DELETE /v1/organization-management/roles/{role_id} */
export const deleteRole = endpointFor<TenancyDeps>()({
  name: 'deleteRole',
  method: 'DELETE',
  path: '/v1/organization-management/roles/{role_id}',
  area: 'Roles',
  summary: 'Delete a role',
  description: 'A role that is assigned to users cannot be deleted: `details.usedBy` names up to 20 of them.',
  permission: 'WRITE_ROLE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: roleParams,
  reply: z.object({ id: z.string() }),
  replyExample: { id: roleExample.id },
  refusals: [notFound, conflict, contentionOver('role')],
  async handle({ input: { path }, ctx }) {
    const role = await remove(ctx, ctx, path.role_id, ctx.expectedVersion);
    return isRefusal(role) ? role : { id: role.id };
  },
});
