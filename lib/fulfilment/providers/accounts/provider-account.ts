import * as z from 'zod';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';

const ownFleetSchema = z.object({
  /** Price of a delivery by couriers of a driver group; groups without a rate get no offers. */
  rates: z.array(
    z.object({
      driverGroupId: z.string(),
      baseCents: z.int(),
      /** With decimals: a price that was entered per mile is kept exactly. */
      perKilometerCents: z.number(),
      minimumCents: z.int(),
    }),
  ),
  currency: z.string(),
  /** How long a courier has to answer an offer; null = couriers are not asked. */
  acceptanceSeconds: z.int().nullable(),
  /** How long to search for a free courier before the delivery goes to the next provider. */
  searchMinutes: z.int(),
});

/** Settings of an organization's own couriers. */
export type OwnFleetSettings = z.infer<typeof ownFleetSchema>;

const accountSchema = z.object({
  organizationId: z.string(),
  /** Id of the provider. */
  id: z.string(),
  /**
   * `carrier`: credentials for an installed carrier. `http-fleet`: a partner of this organization alone. `own-fleet`: its own
   * couriers.
   */
  kind: z.enum(['carrier', 'http-fleet', 'own-fleet']),
  name: z.string(),
  /** URL of a partner; null for an installed carrier. */
  baseUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  /** Channel of the team chat that the organization shares with the provider. */
  chatChannel: z.string().nullable().default(null),
  /** Increases with every change of the credentials, which are in Secrets Manager. */
  credentialsVersion: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Only for the own fleet. */
  ownFleet: ownFleetSchema.nullable().default(null),
});

/** An organization's account with a provider, without the credentials. */
export type ProviderAccount = z.infer<typeof accountSchema>;

export const providerAccountEntity = defineEntity<
  ProviderAccount,
  Pick<ProviderAccount, 'organizationId' | 'id'>
>({
  name: 'providerAccount',
  schema: accountSchema,
  partition: ({ organizationId }) => accountsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** All accounts of an organization are read together. */
export function accountsPartition(organizationId: string): Partition {
  return { organizationId, type: 'provider-accounts', id: 'all' };
}
