import * as z from 'zod';
import { defineEntity, type Partition } from '../../table/index.ts';

const accountSchema = z.object({
  organizationId: z.string(),
  /** Id of the provider. */
  id: z.string(),
  /** `carrier`: credentials for an installed carrier. `http-fleet`: a partner of this organization alone. */
  kind: z.enum(['carrier', 'http-fleet']),
  name: z.string(),
  /** Where a partner is called; null for an installed carrier. */
  baseUrl: z.string().nullable(),
  isEnabled: z.boolean(),
  /** Rises with every change of the credentials, which lie in Secrets Manager. */
  credentialsVersion: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** What an organization agreed with a provider. The credentials themselves are not here. */
export type ProviderAccount = z.infer<typeof accountSchema>;

export const providerAccountEntity = defineEntity<
  ProviderAccount,
  Pick<ProviderAccount, 'organizationId' | 'id'>
>({
  name: 'provider-account',
  schema: accountSchema,
  partition: ({ organizationId }) => accountsPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** All accounts of an organization are read together. */
export function accountsPartition(organizationId: string): Partition {
  return { organizationId, type: 'provider-accounts', id: 'all' };
}
