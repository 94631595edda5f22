import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import {
  create,
  defineEntity,
  type Operation,
  type Partition,
  type Stored,
  save,
} from '../../../platform/table/index.ts';
import { nameOf, type User } from './user.ts';

/** A sign-in does not name the organization, so identities are stored outside of organizations. */
const OUTSIDE = '-';

const membership = z.object({
  organizationId: z.string(),
  listShards: z.int().min(1),
  userId: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  roleIds: z.array(z.string()),
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
});

/** A person in one organization: everything about the user that the authorizer needs. */
export type Membership = z.output<typeof membership>;

const schema = z.object({ id: z.string(), email: z.string(), memberships: z.array(membership) });

/** All organizations of a person, by e-mail address: one read of the authorizer. */
export type Identity = z.output<typeof schema>;

export const identityEntity = defineEntity<Identity, { id: string }>({
  name: 'identity',
  schema,
  partition: ({ id }) => ({ organizationId: OUTSIDE, type: 'identity', id }),
  sort: () => ({ kind: 'state', parts: [] }),
});

const link = z.object({ id: z.string(), organizationId: z.string(), email: z.string() });

/**
 * Leads from an issuer's subject to a user of one organization, for tokens without a verified address. An
 * organization vouches for its own users only: its link opens no other organization of the same address.
 */
export const subjectEntity = defineEntity<z.output<typeof link>, { id: string; organizationId: string }>({
  name: 'signInSubject',
  schema: link,
  partition: ({ id }) => subjectPartition(id),
  sort: ({ organizationId }) => ({ kind: 'state', parts: [organizationId] }),
});

/** Partition of all links of a subject. */
export function subjectPartition(id: string): Partition {
  return { organizationId: OUTSIDE, type: 'sign-in-subject', id };
}

/** Id of the identity of an address. */
export function identityId(email: string): string {
  return digest('identity', email);
}

/** Id of the link of a subject, which only its issuer understands. */
export function subjectId(issuer: string, subject: string): string {
  return digest('subject', issuer, subject);
}

/** The write that updates an identity after a change of a user. */
export function saveMembership(
  stored: Stored<Identity> | undefined,
  user: User,
  listShards: number,
): Operation {
  const others = (stored?.value.memberships ?? []).filter(
    ({ organizationId }) => organizationId !== user.organizationId,
  );
  const { organizationId, isActive, roleIds, storeLocationIds, driverGroupIds, email } = user;
  const own: Membership = {
    organizationId,
    listShards,
    userId: user.id,
    name: nameOf(user),
    isActive,
    roleIds,
    storeLocationIds,
    driverGroupIds,
  };
  return save(identityEntity, stored, { id: identityId(email), email, memberships: [...others, own] });
}

/** The write that links an issuer's subject to a user. */
export function linkSubject(
  issuer: string,
  subject: string,
  { organizationId, email }: Pick<User, 'organizationId' | 'email'>,
): Operation {
  return create(subjectEntity, { id: subjectId(issuer, subject), organizationId, email });
}
