import * as z from 'zod';
import { changeUser, listRoles, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { personFields, renderUser, scopeFields, userExample, userParams, userReply } from './user-schemas.ts';

/** PATCH /v1/organization-management/users/{user_id} */
export const updateUser = endpointFor<TenancyDeps>()({
  name: 'updateUser',
  method: 'PATCH',
  path: '/v1/organization-management/users/{user_id}',
  area: 'Users',
  summary: 'Change a user',
  description:
    'Only the fields that are sent change; `null` removes a value or a limit. A user who is not active cannot sign in, and ' +
    'requests with an earlier token are refused at once.',
  permission: 'WRITE_USER',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: userParams,
  body: z.object({
    ...personFields,
    ...scopeFields,
    isActive: z.boolean().optional().meta({ description: 'Whether the user may sign in.' }),
  }),
  bodyExample: { storeLocationIds: userExample.storeLocationIds },
  reply: userReply,
  replyExample: userExample,
  refusals: [notFound, conflict, contentionOver('user')],
  async handle({ input: { path, body }, ctx }) {
    const { auth0Id: subject, ...fields } = body;
    const user = await changeUser(ctx, ctx, path.user_id, { ...fields, subject }, ctx.expectedVersion);
    return isRefusal(user) ? user : renderUser(user, await listRoles(ctx, ctx.organizationId));
  },
});
