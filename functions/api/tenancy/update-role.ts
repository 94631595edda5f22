import * as z from 'zod';
import {
  changeRole,
  executeIsOff,
  roleForAdmins,
  type TenancyDeps,
} from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderRole, roleExample, roleFields, roleParams, roleReply } from './role-schemas.ts';

/** PATCH /v1/organization-management/roles/{role_id} */
export const updateRole = endpointFor<TenancyDeps>()({
  name: 'updateRole',
  method: 'PATCH',
  path: '/v1/organization-management/roles/{role_id}',
  area: 'Roles',
  summary: 'Change a role',
  description:
    'Only the fields that are sent change; `permissions` replaces the list. Its users get the new rights with their next request.',
  permission: 'WRITE_ROLE',
  forLimited: 'refused',
  takesIfMatch: true,
  params: roleParams,
  body: z.object({ ...roleFields, name: roleFields.name.optional() }),
  bodyExample: { permissions: ['READ_ORGANIZATION', 'READ_ROUTE'] },
  reply: roleReply,
  replyExample: roleExample,
  refusals: [notFound, conflict, contentionOver('role'), executeIsOff, roleForAdmins],
  async handle({ input: { path, body }, ctx }) {
    const role = await changeRole(ctx, ctx, path.role_id, body, ctx.expectedVersion);
    return isRefusal(role) ? role : renderRole(role, ctx.organizationId);
  },
});
