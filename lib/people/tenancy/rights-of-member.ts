import type { Permission } from '../../platform/access/index.ts';
import { knownPermissions, PERMISSIONS } from '../../platform/access/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { builtInRole } from './roles/built-in-roles.ts';
import { roleEntity } from './roles/role.ts';
import type { Membership } from './users/identity.ts';

/** What a user may do in an organization, and where. */
export interface MemberRights {
  readonly permissions: readonly Permission[];
  readonly roleIds: readonly string[];
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
}

/** Current rights of a member. 1 call for each role that is not built in. */
export async function rightsOfMember(table: Table, membership: Membership): Promise<MemberRights> {
  const { organizationId, roleIds, storeLocationIds, driverGroupIds } = membership;
  const custom = await Promise.all(
    roleIds.filter((id) => !builtInRole(id)).map((id) => table.get(roleEntity, { organizationId, id })),
  );
  const granted = [
    ...roleIds.flatMap((id) => builtInRole(id)?.permissions ?? []),
    ...custom.flatMap((role) => knownPermissions(role?.value.permissions ?? [])),
  ];
  return {
    permissions: PERMISSIONS.filter((permission) => granted.includes(permission)),
    roleIds,
    storeLocationIds,
    driverGroupIds,
  };
}
