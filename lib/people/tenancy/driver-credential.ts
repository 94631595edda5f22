import { DRIVER_PERMISSION } from '../../platform/access/index.ts';
import { create, type Operation, replace, type Table } from '../../platform/table/index.ts';
import { credentialEntity, retireCredential } from './credential.ts';

/** A driver's phone that gets a credential. */
export interface DriverPhoneOwner {
  readonly organizationId: string;
  readonly listShards: number;
  readonly courierId: string;
  readonly phoneId: string;
  /** Full name of the driver: the actor's name in the audit log. */
  readonly name: string;
}

/**
 * The credential of a driver's phone. Its only right is to show and report the work of that driver, whom its principal
 * names; no role has this right, and no key can be created with it.
 */
export function createDriverCredential(
  owner: DriverPhoneOwner,
  { hash, expiresAt }: { readonly hash: string; readonly expiresAt: string },
): Operation {
  const { organizationId, listShards, courierId, phoneId, name } = owner;
  return create(credentialEntity, {
    hash,
    keyId: phoneId,
    name,
    organizations: [{ id: organizationId, listShards }],
    permissions: [DRIVER_PERMISSION],
    principal: { type: 'driver', courierId },
    storeLocationIds: null,
    driverGroupIds: null,
    expiresAt,
    retiredAt: null,
  });
}

/** The write that ends a phone's credential at `instant`; none when there is none. 1 call. */
export async function endDriverCredential(
  table: Table,
  hash: string,
  instant: string,
): Promise<readonly Operation[]> {
  const stored = await table.get(credentialEntity, { hash });
  return stored ? [retireCredential(stored, instant)] : [];
}

/** The write that lets a phone's credential last until `expiresAt`; none when it has ended. 1 call. */
export async function extendDriverCredential(
  table: Table,
  hash: string,
  expiresAt: string,
): Promise<readonly Operation[]> {
  const stored = await table.get(credentialEntity, { hash });
  if (!stored || stored.value.retiredAt !== null) return [];
  return [replace(credentialEntity, stored, { ...stored.value, expiresAt })];
}
