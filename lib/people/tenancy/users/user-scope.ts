import type { Caller } from '../../../platform/access/index.ts';
import { conflict, validationErrors } from '../../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { refuseWider } from '../granting.ts';
import type { TenancyDeps } from '../tenancy-deps.ts';
import { refuseUnknownScopes } from '../unknown-scopes.ts';
import { subjectEntity, subjectId } from './identity.ts';
import type { User } from './user.ts';

type Scope = {
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
};

type ScopeAsked = {
  readonly storeLocationIds?: readonly string[] | null | undefined;
  readonly driverGroupIds?: readonly string[] | null | undefined;
};

/** The scope of a user, within that of the caller: fields that are not sent stay as they are. Added ids must exist. */
export async function narrowedScope(
  deps: Pick<TenancyDeps, 'unknownScopes'>,
  caller: Caller,
  present: Scope,
  asked: ScopeAsked,
): Promise<{ storeLocationIds: string[] | null; driverGroupIds: string[] | null } | Refusal> {
  const scope = withinCaller(caller, present, asked);
  if (isRefusal(scope)) return scope;
  const added = (field: 'storeLocationIds' | 'driverGroupIds') =>
    asked[field] ? (scope[field] ?? []).filter((id) => !present[field]?.includes(id)) : [];
  const wanted = { storeLocationIds: added('storeLocationIds'), driverGroupIds: added('driverGroupIds') };
  return (await refuseUnknownScopes(deps, [caller.organizationId], wanted)) ?? scope;
}

function withinCaller(
  caller: Caller,
  present: Scope,
  asked: ScopeAsked,
): { storeLocationIds: string[] | null; driverGroupIds: string[] | null } | Refusal {
  const scope = { storeLocationIds: null as string[] | null, driverGroupIds: null as string[] | null };
  for (const field of ['storeLocationIds', 'driverGroupIds'] as const) {
    const wanted = asked[field] === undefined ? present[field] : asked[field];
    const refused = refuseWider(caller, field, wanted);
    if (refused) return refused;
    scope[field] = wanted === null ? null : [...new Set(wanted)];
  }
  return scope;
}

/** Refuses a subject that cannot be linked: no issuer is configured, or it belongs to somebody else. */
export async function refuseSubject(
  { table, signInIssuers }: Pick<TenancyDeps, 'table' | 'signInIssuers'>,
  subject: string | null,
  { organizationId, email }: Pick<User, 'organizationId' | 'email'>,
): Promise<Refusal | undefined> {
  if (subject === null) return undefined;
  const [issuer] = signInIssuers;
  if (issuer === undefined) {
    const why = 'This installation has no sign-in issuer to which the subject could belong. Leave it out.';
    return validationErrors(`The request is not valid: auth0Id: ${why}`, { fields: { auth0Id: why } });
  }
  const taken = await table.get(subjectEntity, { id: subjectId(issuer, subject), organizationId });
  if (!taken) return undefined;
  if (taken.value.email === email) return undefined;
  return conflict('This auth0Id belongs to another user.', { auth0Id: subject });
}
