import * as z from 'zod';
import { defineEntity, type Partition } from '../../platform/table/index.ts';
import { pushSubscription } from './push/push-subscription.ts';

/** Kinds of phones that the driver's application runs on. */
export const PHONE_PLATFORMS = Object.freeze(['ios', 'android', 'other'] as const);

/** Days that a phone stays signed in without contact. */
export const PHONE_LIFE_DAYS = 30;

/** Days that an ended phone stays in the list of its driver. */
const REMEMBERED_DAYS = 30;

const DAY_SECONDS = 86_400;

const schema = z.object({
  organizationId: z.string(),
  courierId: z.string(),
  /** `phn_...` */
  id: z.string(),
  /** As the phone names itself. */
  name: z.string(),
  platform: z.enum(PHONE_PLATFORMS),
  appVersion: z.string().nullable(),
  /** BCP 47, as `es-MX`. */
  language: z.string().nullable(),
  credentialHash: z.string(),
  signedInAt: z.string(),
  lastContactAt: z.string(),
  /** 0 to 1; null = the phone does not say. */
  batteryLevel: z.number().nullable(),
  /** Reports that the phone had not sent at its last contact. */
  unsentReports: z.int().nullable(),
  /** Where it gets push messages; null = nowhere. */
  push: pushSubscription.nullable().default(null),
  /** End of the credential unless it is renewed. */
  expiresAt: z.string(),
  revokedAt: z.string().nullable(),
});

/** A phone as lists show it. */
export interface ShownPhone extends Omit<DriverPhone, 'organizationId' | 'credentialHash' | 'push'> {
  readonly getsPush: boolean;
}

/** A phone on which a driver is signed in, or was until lately. */
export type DriverPhone = z.output<typeof schema>;

/** The driver of a phone. */
export interface DriverOfPhone {
  readonly organizationId: string;
  readonly courierId: string;
}

/** Everything about the phones of one driver. */
export function phonesPartition(of: { organizationId: string; courierId: string }): Partition {
  return { organizationId: of.organizationId, type: 'driver-phones', id: of.courierId };
}

export const driverPhoneEntity = defineEntity<
  DriverPhone,
  Pick<DriverPhone, 'organizationId' | 'courierId' | 'id'>
>({
  name: 'driverPhone',
  schema,
  partition: phonesPartition,
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
  list: {
    name: 'phonesBySignIn',
    shard: () => 0,
    at: ({ signedInAt }) => signedInAt,
    id: ({ id }) => id,
    row: ({ revokedAt, organizationId: _, credentialHash: __, push, ...row }) =>
      revokedAt === null ? { ...row, revokedAt, getsPush: push !== null } : undefined,
  },
  expiresAtSeconds: ({ expiresAt, revokedAt }) =>
    Math.ceil(Date.parse(revokedAt ?? expiresAt) / 1000) + REMEMBERED_DAYS * DAY_SECONDS,
});

/** Whether a phone is signed in at this instant. */
export function isSignedIn(
  { revokedAt, expiresAt }: Pick<DriverPhone, 'revokedAt' | 'expiresAt'>,
  at: string,
): boolean {
  return revokedAt === null && at < expiresAt;
}
