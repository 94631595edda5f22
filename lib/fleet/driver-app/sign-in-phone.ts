import {
  createDriverCredential,
  endDriverCredential,
  hashSecret,
  newSecret,
} from '../../people/tenancy/index.ts';
import { auditedChange } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { digest, partId } from '../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { organizationEntity } from '../../platform/organization/index.ts';
import { replace, type Stored, save } from '../../platform/table/index.ts';
import { type Driver, findDrivers } from '../fleet/index.ts';
import { type DriverInvitation, driverInvitationEntity, readCode } from './invitation.ts';
import { disabledDriver, type PhoneDeps } from './invite-driver.ts';
import {
  type DriverPhone,
  driverPhoneEntity,
  isSignedIn,
  PHONE_LIFE_DAYS,
  phonesPartition,
} from './phone.ts';
import { invitationInvalid, tooManyPhones } from './refusals.ts';

/** Maximum number of phones on which a driver is signed in. */
export const MAX_PHONES = 5;

/** What a phone says about itself when its driver signs in. */
export interface Device extends Pick<DriverPhone, 'name' | 'platform' | 'appVersion' | 'language'> {
  /** A random text that the phone keeps: with it, an invitation can be used again when the reply was lost. */
  readonly key: string;
}

/** A phone that is signed in, with its secret, which is shown only here. */
export interface SignedIn {
  readonly phone: DriverPhone;
  readonly driver: Driver;
  readonly organizationName: string;
  readonly token: string;
}

/**
 * Signs a driver in on a phone by the code of an invitation. It works on one phone: on another one it is refused. The same
 * phone gets a new secret, and the earlier one ends, because the reply with it may have been lost.
 */
export async function signInPhone(
  deps: PhoneDeps,
  code: string,
  device: Device,
  cause: string,
): Promise<SignedIn | Refusal> {
  const parts = readCode(code);
  if (!parts) return useless();
  const { organizationId, courierId, secret } = parts;
  const { table, clock } = deps;
  return commit(deps, { what: 'driver phone', id: courierId }, async () => {
    const [kept, organization, [driver]] = await Promise.all([
      table.readAggregate(phonesPartition(parts)),
      table.get(organizationEntity, { id: organizationId }),
      findDrivers(table, { organizationId, driverGroupIds: null }, [courierId]),
    ]);
    const now = clock.now();
    const invitation = kept
      .all(driverInvitationEntity)
      .find(({ value }) => value.hash === hashSecret(secret) && value.expiresAt > toInstant(now));
    const deviceHash = digest(device.key);
    const isOthers = invitation?.value.used && invitation.value.used.deviceHash !== deviceHash;
    if (!invitation || !organization || !driver || isOthers) return useless();
    if (!driver.value.enabled) return disabledDriver(courierId);
    const phones = kept.all(driverPhoneEntity);
    const phone = nextPhone({ invitation, device, deviceHash, phones, now });
    if (isRefusal(phone)) return phone;
    const token = newSecret(deps.randomSecret());
    const next = { ...phone, credentialHash: hashSecret(token) };
    const before = phones.find(({ value }) => value.id === phone.id);
    const name = `${driver.value.firstName} ${driver.value.lastName}`;
    const { listShards } = organization.value;
    const written = await table.write([
      replace(driverInvitationEntity, invitation, {
        ...invitation.value,
        used: { phoneId: phone.id, deviceHash },
      }),
      save(driverPhoneEntity, before, next),
      createDriverCredential(
        { organizationId, listShards, courierId, phoneId: phone.id, name },
        { hash: next.credentialHash, expiresAt: next.expiresAt },
      ),
      ...(before ? await endDriverCredential(table, before.value.credentialHash, toInstant(now)) : []),
      auditedChange(
        { organizationId, actor: { type: 'driver', id: phone.id, name }, cause },
        {
          entityType: 'driver',
          entityId: courierId,
          action: 'signed-in',
          at: toInstant(now),
          before: null,
          after: { phoneId: phone.id, phoneName: phone.name, platform: phone.platform },
        },
      ),
    ]);
    if (!written.ok) return undefined;
    return { phone: next, driver: driver.value, organizationName: organization.value.name, token };
  });
}

function useless(): Refusal {
  return invitationInvalid(
    'This code has expired, was used on another phone, or is not complete. Ask your dispatcher for a new one.',
  );
}

function nextPhone(of: {
  readonly invitation: Stored<DriverInvitation>;
  readonly device: Device;
  readonly deviceHash: string;
  readonly phones: readonly Stored<DriverPhone>[];
  readonly now: number;
}): DriverPhone | Refusal {
  const { invitation, device, deviceHash, phones, now } = of;
  const { organizationId, courierId, used, hash } = invitation.value;
  const at = toInstant(now);
  const id = used?.phoneId ?? partId('phn', courierId, digest(hash, deviceHash).slice(0, 16));
  const others = phones.filter(({ value }) => value.id !== id && isSignedIn(value, at));
  if (others.length >= MAX_PHONES) {
    return tooManyPhones(
      `This driver is signed in on ${MAX_PHONES} phones, which is the maximum. Ask your dispatcher to sign one out.`,
      { limit: MAX_PHONES },
    );
  }
  const { name, platform, appVersion, language } = device;
  return {
    organizationId,
    courierId,
    id,
    ...{ name, platform, appVersion, language },
    credentialHash: '',
    signedInAt: at,
    lastContactAt: at,
    batteryLevel: null,
    unsentReports: null,
    push: null,
    expiresAt: toInstant(now + PHONE_LIFE_DAYS * 86_400_000),
    revokedAt: null,
  };
}
