import * as z from 'zod';
import { listUsers as list, listRoles, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { renderUser, userExample, userReply } from './user-schemas.ts';

/** GET /v1/organization-management/users */
export const listUsers = endpointFor<TenancyDeps>()({
  name: 'listUsers',
  method: 'GET',
  path: '/v1/organization-management/users',
  area: 'Users',
  summary: 'List users',
  description: 'Oldest first. A caller with a limit sees only users within it.',
  permission: 'READ_USER',
  forLimited: 'narrowed',
  reply: z.object({ users: z.array(userReply) }),
  replyExample: { users: [userExample] },
  refusals: [],
  async handle({ ctx }) {
    const [roles, users] = await Promise.all([listRoles(ctx, ctx.organizationId), list(ctx, ctx.caller)]);
    return { users: users.map((user) => renderUser(user, roles)) };
  },
});
