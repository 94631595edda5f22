import { endDriverCredential, extendDriverCredential } from '../../people/tenancy/index.ts';
import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { aggregateIdOf } from '../../platform/core/ids.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { replace } from '../../platform/table/index.ts';
import {
  type FleetCaller,
  type FleetEditor,
  findDrivers,
  type Shift,
  shiftsOfDriver,
} from '../fleet/index.ts';
import { unknownDriver } from './invite-driver.ts';
import {
  type DriverPhone,
  driverPhoneEntity,
  isSignedIn,
  PHONE_LIFE_DAYS,
  phonesPartition,
} from './phone.ts';
import { phoneNotFound } from './refusals.ts';

type ManageDeps = Pick<CoreDeps, 'table' | 'clock'>;

/**
 * The phones of a driver, those signed in last first, ended ones for 30 days; and the shift that the driver works. 6 calls, and 1 for
 * each shift of today.
 */
export async function listPhones(
  { table, clock }: ManageDeps,
  caller: FleetCaller,
  id: string,
): Promise<{ readonly phones: readonly DriverPhone[]; readonly shift: Shift | undefined } | Refusal> {
  const [driver] = await findDrivers(table, caller, [id]);
  if (!driver) return unknownDriver(id);
  const { organizationId } = caller;
  const of = { organizationId, courierId: driver.value.id };
  const [kept, shifts] = await Promise.all([
    table.readAggregate(phonesPartition(of)),
    shiftsOfDriver(table, of, clock.now()),
  ]);
  const phones = kept
    .all(driverPhoneEntity)
    .map(({ value }) => value)
    .sort((a, b) => (a.signedInAt < b.signedInAt ? 1 : -1));
  return { phones, shift: shifts.find(({ status }) => status === 'active') };
}

/** Signs a phone out at once: its next request is refused. Repeating it is harmless. */
export async function revokePhone(
  deps: ManageDeps,
  editor: FleetEditor,
  phoneId: string,
): Promise<DriverPhone | Refusal> {
  const { table, clock } = deps;
  const courierId = aggregateIdOf('cou', 'phn', phoneId);
  const [driver] = courierId ? await findDrivers(table, editor, [courierId]) : [];
  if (!driver) return unknownPhone(phoneId);
  const key = { organizationId: editor.organizationId, courierId: driver.value.id, id: phoneId };
  return commit(deps, { what: 'driver phone', id: phoneId }, async () => {
    const stored = await table.get(driverPhoneEntity, key);
    if (!stored) return unknownPhone(phoneId);
    if (stored.value.revokedAt !== null) return stored.value;
    const revokedAt = toInstant(clock.now());
    const next = { ...stored.value, revokedAt, push: null };
    const written = await table.write([
      replace(driverPhoneEntity, stored, next),
      ...(await endDriverCredential(table, stored.value.credentialHash, revokedAt)),
      auditedChange(editor.origin, {
        entityType: 'driver',
        entityId: key.courierId,
        action: 'signed-out',
        at: revokedAt,
        before: { phoneId: key.id, phoneName: next.name },
        after: null,
      }),
    ]);
    if (written.ok) return next;
  });
}

/** Lets a phone stay signed in for another 30 days. */
export async function renewPhone(
  deps: ManageDeps,
  key: Pick<DriverPhone, 'organizationId' | 'courierId' | 'id'>,
): Promise<DriverPhone | Refusal> {
  const { table, clock } = deps;
  return commit(deps, { what: 'driver phone', id: key.id }, async () => {
    const now = clock.now();
    const stored = await table.get(driverPhoneEntity, key);
    if (!stored || !isSignedIn(stored.value, toInstant(now))) return unknownPhone(key.id);
    const expiresAt = toInstant(now + PHONE_LIFE_DAYS * 86_400_000);
    const next = { ...stored.value, expiresAt };
    const written = await table.write([
      replace(driverPhoneEntity, stored, next),
      ...(await extendDriverCredential(table, next.credentialHash, expiresAt)),
    ]);
    if (written.ok) return next;
  });
}

/** The refusal of a phone that does not exist, or is signed out. */
export function unknownPhone(id: string): Refusal {
  return phoneNotFound(`There is no phone "${id}". GET /v1/driver-phones lists those of a driver.`, { id });
}
