import { hashSecret, newSecret } from '../../people/tenancy/index.ts';
import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { create } from '../../platform/table/index.ts';
import { type Driver, type FleetEditor, findDrivers, fleetNotFound } from '../fleet/index.ts';
import { driverInvitationEntity, INVITATION_HOURS, writeCode } from './invitation.ts';
import { phonesPartition } from './phone.ts';
import { driverDisabled, tooManyPhones } from './refusals.ts';

/** What the phones of drivers need: unpredictable bytes, injected so that tests can predict secrets. */
export interface PhoneDeps extends CoreDeps {
  readonly randomSecret: () => Uint8Array;
}

/** Maximum number of invitations of a driver within two days. */
const MAX_INVITATIONS = 20;

/** An invitation with its code, which is shown only here. */
export interface Invited {
  readonly courierId: string;
  readonly code: string;
  readonly expiresAt: string;
  readonly driver: Pick<Driver, 'firstName' | 'phoneNumber'>;
}

/** Makes a code by which a driver signs in on one phone within two days. Earlier codes stay valid. */
export async function inviteDriver(
  { table, clock, randomSecret }: PhoneDeps,
  editor: FleetEditor,
  id: string,
): Promise<Invited | Refusal> {
  const { organizationId, origin } = editor;
  const [driver] = await findDrivers(table, editor, [id]);
  if (!driver) return unknownDriver(id);
  const courierId = driver.value.id;
  if (!driver.value.enabled) return disabledDriver(courierId);
  const secret = newSecret(randomSecret());
  const now = clock.now();
  const expiresAt = toInstant(now + INVITATION_HOURS * 3_600_000);
  const owner = { organizationId, courierId };
  return commit({ clock }, { what: 'driver phone', id: courierId }, async () => {
    const kept = await table.readAggregate(phonesPartition(owner));
    const open = kept.all(driverInvitationEntity).filter(({ value }) => value.expiresAt > toInstant(now));
    if (open.length >= MAX_INVITATIONS) {
      return tooManyPhones(
        `Driver ${courierId} got ${MAX_INVITATIONS} invitations within two days, which is the maximum. Use one of these codes.`,
        { limit: MAX_INVITATIONS },
      );
    }
    const written = await table.write([
      create(driverInvitationEntity, { ...owner, hash: hashSecret(secret), expiresAt, used: null }),
      auditedChange(origin, {
        entityType: 'driver',
        entityId: courierId,
        action: 'invited',
        at: toInstant(now),
        before: null,
        after: { expiresAt },
      }),
    ]);
    if (written.ok)
      return { courierId, code: writeCode({ ...owner, secret }), expiresAt, driver: driver.value };
  });
}

/** The refusal of a driver that does not exist or that the caller may not see. */
export function unknownDriver(id: string): Refusal {
  return fleetNotFound(`There is no driver "${id}". GET /v1/couriers lists them.`, { id });
}

/** The refusal for a driver who is disabled. */
export function disabledDriver(courierId: string): Refusal {
  return driverDisabled(`Driver ${courierId} is disabled. Enable the driver first.`, { courierId });
}
