import { knownPermissions, PERMISSIONS, type Principal } from '../../platform/access/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { organizationEntity } from '../../platform/organization/index.ts';
import { create } from '../../platform/table/index.ts';
import { credentialEntity } from './credential.ts';
import { hashSecret, newSecret } from './secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/** Rights, owner and lifetime of a lent credential. */
export interface Loan {
  readonly organizationId: string;
  /** Id and name of the actor that its requests have. */
  readonly id: string;
  readonly name: string;
  /** Null = everything that can be read. */
  readonly permissions: readonly string[] | null;
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  /** Who started the work: its requests never exceed this principal. None = the service itself. */
  readonly principal?: Principal | undefined;
  readonly milliseconds: number;
}

/**
 * Lends a credential for the API to work inside the service: with few rights, for minutes, and in no list of keys. It
 * can only read; changes need the caller's own credential. Throws when the organization does not exist.
 */
export async function lendCredential(
  deps: Pick<TenancyDeps, 'table' | 'clock' | 'randomSecret'>,
  loan: Loan,
): Promise<string> {
  const { organizationId, id, name, storeLocationIds, driverGroupIds, principal } = loan;
  const organization = await deps.table.get(organizationEntity, { id: organizationId });
  if (!organization) throw new Error(`The organization ${organizationId} does not exist.`);
  const key = newSecret(deps.randomSecret());
  const endsAt = toInstant(deps.clock.now() + loan.milliseconds);
  const readings = knownPermissions(loan.permissions ?? PERMISSIONS).filter(isReading);
  await deps.table.write([
    create(credentialEntity, {
      hash: hashSecret(key),
      keyId: id,
      name,
      organizations: [{ id: organizationId, listShards: organization.value.listShards }],
      permissions: [...readings],
      ...(principal ? { principal } : {}),
      storeLocationIds: storeLocationIds === null ? null : [...storeLocationIds],
      driverGroupIds: driverGroupIds === null ? null : [...driverGroupIds],
      expiresAt: endsAt,
      retiredAt: endsAt,
    }),
  ]);
  return key;
}

/** Work with a lent credential has no access to keys. */
function isReading(permission: string): boolean {
  return (permission.startsWith('READ_') && permission !== 'READ_API_KEY') || permission === 'EXECUTE_VIEW';
}
