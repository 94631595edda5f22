import * as z from 'zod';
import { createUser, listRoles, type TenancyDeps, userExists } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { emailField, renderUser, roleIdsField, scopeFields, userExample, userReply } from './user-schemas.ts';

/** POST /v1/organization-management/users/invite */
export const inviteUser = endpointFor<TenancyDeps>()({
  name: 'inviteUser',
  method: 'POST',
  path: '/v1/organization-management/users/invite',
  area: 'Users',
  summary: 'Invite a user',
  description:
    'Creates the user with these roles and sends an e-mail that says where to sign in. GET /v1/notifications shows ' +
    'whether it was delivered. The user signs in with a token of the sign-in issuer that has this address, verified.',
  permission: 'WRITE_USER',
  forLimited: 'narrowed',
  body: z.object({ email: emailField, roleIds: roleIdsField, ...scopeFields }),
  bodyExample: { email: userExample.email, roleIds: ['role_store_operator'] },
  reply: userReply,
  replyExample: userExample,
  refusals: [userExists, conflict, contentionOver('user')],
  async handle({ input: { body }, ctx }) {
    const user = await createUser(ctx, ctx, {
      email: body.email,
      roleIds: body.roleIds,
      storeLocationIds: body.storeLocationIds,
      driverGroupIds: body.driverGroupIds,
      firstName: null,
      lastName: null,
      phoneNumber: null,
      subject: null,
      isInvited: true,
    });
    return isRefusal(user) ? user : renderUser(user, await listRoles(ctx, ctx.organizationId));
  },
});
