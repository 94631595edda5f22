import type { Principal } from '../../platform/access/index.ts';
import type { Organization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type MemberRights, rightsOfMember } from './rights-of-member.ts';
import { identityEntity } from './users/identity.ts';

/** Maximum number of users whose rights a function instance remembers. */
const REMEMBERED_USERS = 1_000;

/** Rights of users behind keys, each with the generation of the organization for which they are valid. */
export type RememberedRights = Map<
  string,
  { readonly generation: number; readonly rights: MemberRights | undefined }
>;

/**
 * Current rights of the user behind a credential; undefined when the user has left or is not active. Every request
 * reads the organization, whose generation of people says whether what an instance remembers is still true, so this
 * costs no call. Otherwise 1 call, and 1 for each role that is not built in.
 */
export async function rightsOfPrincipal(
  { table }: Pick<CoreDeps, 'table'>,
  organization: Organization,
  principal: Extract<Principal, { type: 'user' }>,
  remembered: RememberedRights,
): Promise<MemberRights | undefined> {
  const { id: organizationId, peopleGeneration: generation = 0 } = organization;
  const name = `${organizationId}/${principal.userId}`;
  const known = remembered.get(name);
  if (known?.generation === generation) return known.rights;
  // Read after the organization: what is read may be newer than its generation, never older.
  const identity = await table.get(identityEntity, { id: principal.identityId });
  const membership = identity?.value.memberships.find(
    (one) => one.organizationId === organizationId && one.userId === principal.userId && one.isActive,
  );
  const rights = membership && (await rightsOfMember(table, membership));
  if (remembered.size >= REMEMBERED_USERS) remembered.clear();
  remembered.set(name, { generation, rights });
  return rights;
}
