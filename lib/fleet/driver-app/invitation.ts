import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';
import { phonesPartition } from './phone.ts';

/** Hours within which an invitation must be used. */
export const INVITATION_HOURS = 48;

const schema = z.object({
  organizationId: z.string(),
  courierId: z.string(),
  /** Hash of the secret in the code. */
  hash: z.string(),
  expiresAt: z.string(),
  /** The phone that used it; null = none so far. */
  used: z.object({ phoneId: z.string(), deviceHash: z.string() }).nullable(),
});

/** A code by which a driver signs in on one phone. */
export type DriverInvitation = z.output<typeof schema>;

export const driverInvitationEntity = defineEntity<
  DriverInvitation,
  Pick<DriverInvitation, 'organizationId' | 'courierId' | 'hash'>
>({
  name: 'driverInvitation',
  schema,
  partition: phonesPartition,
  sort: ({ hash }) => ({ kind: 'state', parts: [hash] }),
  expiresAtSeconds: ({ expiresAt }) => Math.ceil(Date.parse(expiresAt) / 1000),
});

/** What the code of an invitation contains: where the invitation is, and its secret. */
export interface InvitationCode {
  readonly organizationId: string;
  readonly courierId: string;
  readonly secret: string;
}

/** The code as it is sent, as `org_1.cou_2.dos_3`. */
export function writeCode({ organizationId, courierId, secret }: InvitationCode): string {
  return [organizationId, courierId, secret].join('.');
}

/** The parts of a code; undefined when it is none. */
export function readCode(text: string): InvitationCode | undefined {
  const [organizationId = '', courierId = '', secret = '', ...more] = text.split('.');
  const isCode = /^org_\w{1,60}$/.test(organizationId) && /^cou_\w{1,60}$/.test(courierId);
  return isCode && secret.length > 0 && more.length === 0 ? { organizationId, courierId, secret } : undefined;
}
