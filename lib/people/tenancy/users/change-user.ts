import { auditedChange } from '../../../platform/audit/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import {
  changeStored,
  type Decided,
  type Operation,
  remove,
  replace,
  type Stored,
} from '../../../platform/table/index.ts';
import type { Acting } from '../acting.ts';
import { refuseRoles } from '../granting.ts';
import { planPeopleChanged } from '../people-changed.ts';
import type { TenancyDeps } from '../tenancy-deps.ts';
import { findUser } from './find-user.ts';
import {
  identityEntity,
  identityId,
  linkSubject,
  saveMembership,
  subjectEntity,
  subjectId,
} from './identity.ts';
import { planRoles, rolesOf } from './role-assignment.ts';
import { type User, userEntity } from './user.ts';
import { narrowedScope, refuseSubject } from './user-scope.ts';

/** Changes of a user; fields that are not given stay. */
export interface UserChange {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phoneNumber?: string | null | undefined;
  readonly subject?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  readonly storeLocationIds?: readonly string[] | null | undefined;
  readonly driverGroupIds?: readonly string[] | null | undefined;
  /** The new roles from the current ones of the user. */
  readonly roles?: (present: readonly string[]) => readonly string[];
}

/** Changes a user, with effect from the next request on. */
export async function changeUser(
  deps: TenancyDeps,
  acting: Acting,
  id: string,
  change: UserChange,
  expectedVersion?: number,
): Promise<Stored<User> | Refusal> {
  const read = () => findUser(deps, acting.caller, id);
  return changeStored(deps, { what: 'user', id, read, expectedVersion }, (stored) =>
    plan(deps, acting, stored, change),
  );
}

async function plan(
  deps: TenancyDeps,
  { caller, origin }: Acting,
  stored: Stored<User>,
  change: UserChange,
): Promise<Decided<User> | Refusal> {
  const before = stored.value;
  const scope = await narrowedScope(deps, caller, before, change);
  if (isRefusal(scope)) return scope;
  const roleIds = [...new Set(change.roles?.(before.roleIds) ?? before.roleIds)];
  const isActive = change.isActive ?? before.isActive;
  // A user who is not active has no role that counts: one owner who can sign in must stay.
  const roles = await planRoles(deps, caller, before.isActive ? before.roleIds : [], isActive ? roleIds : []);
  if (isRefusal(roles)) return roles;
  const subject = change.subject === undefined ? before.subject : change.subject;
  const limits = (user: Pick<User, 'storeLocationIds' | 'driverGroupIds'>) =>
    JSON.stringify([user.storeLocationIds, user.driverGroupIds]);
  const isMoved = limits(scope) !== limits(before);
  if (subject !== before.subject || isMoved) {
    // Linking a subject would let the caller sign in as the user; limiting an owner would take rights that only owners
    // may take.
    const beyond = refuseRoles(caller, before.roleIds, await rolesOf(deps, caller, before.roleIds));
    if (beyond) return beyond;
  }
  const links = await planSubject(deps, before, subject);
  if (isRefusal(links)) return links;
  const identity = await deps.table.get(identityEntity, { id: identityId(before.email) });
  const at = toInstant(deps.clock.now());
  const next: User = {
    ...before,
    ...scope,
    firstName: change.firstName === undefined ? before.firstName : change.firstName,
    lastName: change.lastName === undefined ? before.lastName : change.lastName,
    phoneNumber: change.phoneNumber === undefined ? before.phoneNumber : change.phoneNumber,
    subject,
    isActive,
    roleIds,
    updatedAt: at,
  };
  return {
    next,
    operations: [
      replace(userEntity, stored, next),
      saveMembership(identity, next, caller.listShards),
      ...roles,
      ...links,
      ...(isMoved || isActive !== before.isActive || roleIds.join() !== before.roleIds.join()
        ? [await planPeopleChanged(deps, before.organizationId)]
        : []),
      auditedChange(origin, {
        entityType: 'user',
        entityId: next.id,
        action: 'updated',
        at,
        before,
        after: next,
      }),
    ],
  };
}

async function planSubject(
  { table, signInIssuers }: TenancyDeps,
  before: User,
  subject: string | null,
): Promise<readonly Operation[] | Refusal> {
  if (subject === before.subject) return [];
  const [issuer = ''] = signInIssuers;
  const refused = await refuseSubject({ table, signInIssuers }, subject, before);
  if (refused) return refused;
  const old =
    before.subject === null
      ? undefined
      : await table.get(subjectEntity, {
          id: subjectId(issuer, before.subject),
          organizationId: before.organizationId,
        });
  return [
    ...(old ? [remove(subjectEntity, old)] : []),
    ...(subject === null ? [] : [linkSubject(issuer, subject, before)]),
  ];
}
