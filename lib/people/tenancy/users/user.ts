import * as z from 'zod';
import { defineEntity } from '../../../platform/table/index.ts';

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  /** In lower case; one user of an organization per address. */
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** The `sub` of the sign-in issuer's tokens; null = known by the e-mail address alone. */
  subject: z.string().nullable(),
  isActive: z.boolean(),
  roleIds: z.array(z.string()),
  /** null = no limit. */
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
  invitedAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A person who works in an organization. */
export type User = z.output<typeof schema>;

const listed = schema.omit({ organizationId: true }).extend({ version: z.int() });

export const userEntity = defineEntity<User, { organizationId: string; id: string }>({
  name: 'user',
  schema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'user', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'usersByCreation',
    // People are added by hand: one partition takes a thousand of them a second.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }, version) => ({ ...row, version }),
  },
});

/** A row of the users' list. */
export function readUserRow(row: unknown, organizationId: string): { value: User; version: number } {
  const { version, ...user } = listed.parse(row);
  return { value: { ...user, organizationId }, version };
}

/** Display name of a user: the name or, without one, the address. */
export function nameOf({ firstName, lastName, email }: User): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || email;
}
