import * as z from 'zod';
import {
  createUser as create,
  listRoles,
  type TenancyDeps,
  userExists,
} from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import {
  emailField,
  personFields,
  renderUser,
  roleIdsField,
  scopeFields,
  userExample,
  userReply,
} from './user-schemas.ts';

/** POST /v1/organization-management/users */
export const createUser = endpointFor<TenancyDeps>()({
  name: 'createUser',
  method: 'POST',
  path: '/v1/organization-management/users',
  area: 'Users',
  summary: 'Create a user',
  description:
    'The user signs in with a token of the sign-in issuer that has this address, verified. A user gets at most the ' +
    'rights and the limits of the caller. The user gets no message; use the invitation for that.',
  permission: 'WRITE_USER',
  forLimited: 'narrowed',
  body: z.object({
    email: emailField,
    roleIds: roleIdsField.optional(),
    ...personFields,
    ...scopeFields,
  }),
  bodyExample: { email: userExample.email, firstName: 'Ada', roleIds: ['role_store_operator'] },
  reply: userReply,
  replyExample: userExample,
  refusals: [userExists, conflict, contentionOver('user')],
  async handle({ input: { body }, ctx }) {
    const { email, roleIds = [], firstName, lastName, phoneNumber, auth0Id, ...scope } = body;
    const user = await create(ctx, ctx, {
      email,
      roleIds,
      firstName: firstName ?? null,
      lastName: lastName ?? null,
      phoneNumber: phoneNumber ?? null,
      subject: auth0Id ?? null,
      storeLocationIds: scope.storeLocationIds,
      driverGroupIds: scope.driverGroupIds,
      isInvited: false,
    });
    return isRefusal(user) ? user : renderUser(user, await listRoles(ctx, ctx.organizationId));
  },
});
