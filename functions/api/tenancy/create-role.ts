import * as z from 'zod';
import {
  createRole as create,
  executeIsOff,
  roleForAdmins,
  type TenancyDeps,
} from '../../../lib/people/tenancy/index.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderRole, roleExample, roleFields, roleReply } from './role-schemas.ts';

/** POST /v1/organization-management/roles */
export const createRole = endpointFor<TenancyDeps>()({
  name: 'createRole',
  method: 'POST',
  path: '/v1/organization-management/roles',
  area: 'Roles',
  summary: 'Create a role',
  description:
    'Besides the requested permissions, a new role gets the read permissions of organization management (`READ_ORGANIZATION`, `READ_USER`, `READ_ROLE`), ' +
    'which the console needs for signing in. A role grants at most what its creator may do, ' +
    'and `execute.view` and `execute.act` only when Execute is enabled.',
  permission: 'WRITE_ROLE',
  forLimited: 'refused',
  body: z.object(roleFields),
  bodyExample: { name: roleExample.name, permissions: ['READ_ROUTE', 'execute.view'] },
  reply: roleReply,
  replyExample: roleExample,
  refusals: [conflict, executeIsOff, roleForAdmins, notFound],
  async handle({ input: { body }, ctx }) {
    const role = await create(ctx, ctx, body);
    return isRefusal(role) ? role : renderRole(role, ctx.organizationId);
  },
});
