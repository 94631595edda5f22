import * as z from 'zod';
import type { Role, User } from '../../../lib/people/tenancy/index.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

/** Path parameter of a user. */
export const userParams = z.object({
  user_id: z.string().meta({ description: 'Id of the user, `usr_...`.' }),
});

/** An e-mail address in a request; converted to lower case. */
export const emailField = z
  .string()
  .transform((email) => email.trim().toLowerCase())
  .pipe(z.email().max(254))
  .meta({
    description: 'E-mail address; case does not matter.',
    override: { type: 'string', format: 'email', maxLength: 254 },
  });

const scope = (what: string) =>
  z
    .array(shortText(128))
    .max(1000)
    .nullish()
    .meta({ description: `${what} to which the user is limited; \`null\` = no limit.` });

/** Limits of a user in a request. */
export const scopeFields = {
  storeLocationIds: scope('Store locations'),
  driverGroupIds: scope('Driver groups'),
};

/** Name and phone number of a user in a request; `null` = none. */
export const personFields = {
  firstName: shortText(80).nullish().meta({ description: 'First name.' }),
  lastName: shortText(80).nullish().meta({ description: 'Last name.' }),
  phoneNumber: shortText(32).nullish().meta({ description: 'Phone number.' }),
  auth0Id: shortText(255).nullish().meta({
    description: '`sub` of the sign-in issuer; required only when its tokens have no verified address.',
  }),
};

/** Ids of roles in a request. */
export const roleIdsField = z
  .array(shortText(64))
  .max(100)
  .meta({ description: 'Ids of roles, at most 10 per user.' });

/** A role within a user. */
export const userRole = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  organizationId: z.string(),
});

/** A user in replies. */
export const userReply = z
  .object({
    id: z.string(),
    email: z.string(),
    auth0Id: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    isActive: z.boolean(),
    roles: z.array(userRole),
    storeLocationIds: z.array(z.string()).nullable().meta({ description: 'null = no limit.' }),
    driverGroupIds: z.array(z.string()).nullable().meta({ description: 'null = no limit.' }),
    invitedAt: instantReply.nullable(),
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'User' });

/** The user's roles that still exist. */
export function renderUserRoles({ value }: Stored<User>, roles: readonly Role[]): z.input<typeof userRole>[] {
  const { organizationId, roleIds } = value;
  return roles
    .filter(({ role }) => roleIds.includes(role.id))
    .map(({ role: { id, name, description } }) => ({ id, name, description, organizationId }));
}

/** The user in the form of the reply schema; `roles` are the organization's. */
export function renderUser(user: Stored<User>, roles: readonly Role[]): z.input<typeof userReply> {
  const { organizationId: _, roleIds: _ids, subject: auth0Id, ...fields } = user.value;
  return { ...fields, auth0Id, roles: renderUserRoles(user, roles), version: user.version };
}

/** A user for the documentation. */
export const userExample = {
  id: 'usr_01JCXM5W3QZ8R1V7N2K4T6B9DE',
  email: 'ada@example.com',
  auth0Id: null,
  firstName: 'Ada',
  lastName: 'Lovelace',
  phoneNumber: null,
  isActive: true,
  roles: [
    {
      id: 'role_store_operator',
      name: 'Store operator',
      description: 'Works on the orders of a store and on the routes that touch it.',
      organizationId: 'org_01JCXM5W3QAB12CD34EF56GH78',
    },
  ],
  storeLocationIds: ['store_01JCXM5W3QAB12CD34EF56GH78'],
  driverGroupIds: null,
  invitedAt: '2026-03-05T01:11:51.000Z',
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
