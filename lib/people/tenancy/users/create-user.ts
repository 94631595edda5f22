import { auditedChange } from '../../../platform/audit/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { conflict } from '../../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { create, type Stored } from '../../../platform/table/index.ts';
import type { Acting } from '../acting.ts';
import type { TenancyDeps } from '../tenancy-deps.ts';
import {
  identityEntity,
  identityId,
  linkSubject,
  saveMembership,
  subjectEntity,
  subjectId,
} from './identity.ts';
import { userExists } from './refusals.ts';
import { planRoles } from './role-assignment.ts';
import { type User, userEntity } from './user.ts';
import { userInvited } from './user-events.ts';
import { narrowedScope, refuseSubject } from './user-scope.ts';

/** Input for a new user. */
export interface NewUser {
  /** In lower case. */
  readonly email: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phoneNumber: string | null;
  readonly subject: string | null;
  readonly roleIds: readonly string[];
  readonly storeLocationIds: readonly string[] | null | undefined;
  readonly driverGroupIds: readonly string[] | null | undefined;
  /** Whether an invitation is sent. */
  readonly isInvited: boolean;
}

/** Maximum number of organizations of one person: all of them are in one item. */
const MAX_ORGANIZATIONS = 100;

/** Creates a user, who can sign in at once with the address once an issuer has verified it. */
export async function createUser(
  deps: TenancyDeps,
  { caller, origin }: Acting,
  wanted: NewUser,
): Promise<Stored<User> | Refusal> {
  const { organizationId, listShards } = caller;
  const { email, subject, isInvited } = wanted;
  const scope = await narrowedScope(
    deps,
    caller,
    { storeLocationIds: caller.storeLocationIds, driverGroupIds: caller.driverGroupIds },
    wanted,
  );
  if (isRefusal(scope)) return scope;
  const refused = await refuseSubject(deps, subject, { organizationId, email });
  if (refused) return refused;
  const id = deps.ids.next('usr');
  const at = toInstant(deps.clock.now());
  const user: User = {
    organizationId,
    id,
    email,
    firstName: wanted.firstName,
    lastName: wanted.lastName,
    phoneNumber: wanted.phoneNumber,
    subject,
    isActive: true,
    roleIds: [...new Set(wanted.roleIds)],
    ...scope,
    invitedAt: isInvited ? at : null,
    createdAt: at,
    updatedAt: at,
  };
  return commit(deps, { what: 'user', id: email }, async () => {
    const identity = await deps.table.get(identityEntity, { id: identityId(email) });
    const memberships = identity?.value.memberships ?? [];
    const known = memberships.find((membership) => membership.organizationId === organizationId);
    // An earlier attempt of the same request, which has the same id, created it.
    if (known?.userId === id) return (await deps.table.get(userEntity, user)) ?? { value: user, version: 1 };
    if (known) return userExists(`The organization already has a user "${email}".`, { id: known.userId });
    if (memberships.length >= MAX_ORGANIZATIONS) {
      return conflict(`"${email}" is already in ${MAX_ORGANIZATIONS} organizations, which is the maximum.`, {
        email,
      });
    }
    const roles = await planRoles(deps, caller, [], user.roleIds);
    if (isRefusal(roles)) return roles;
    const [issuer = ''] = deps.signInIssuers;
    const isLinked =
      subject !== null &&
      (await deps.table.get(subjectEntity, { id: subjectId(issuer, subject), organizationId }));
    const written = await deps.table.write([
      create(userEntity, user),
      saveMembership(identity, user, listShards),
      ...roles,
      ...(subject === null || isLinked ? [] : [linkSubject(issuer, subject, user)]),
      ...(isInvited ? [userInvited(user, origin.actor.name)] : []),
      auditedChange(origin, {
        entityType: 'user',
        entityId: id,
        action: isInvited ? 'invited' : 'created',
        at,
        before: null,
        after: user,
      }),
    ]);
    if (written.ok) return { value: user, version: 1 };
  });
}
