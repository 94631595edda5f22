import * as z from 'zod';
import { type GrantablePermission, PERMISSIONS, principalSchema } from '../../platform/access/index.ts';
import { organizationPartition } from '../../platform/organization/index.ts';
import { defineEntity } from '../../platform/table/index.ts';

const schema = z.object({
  /** The organization that manages the key. */
  organizationId: z.string(),
  id: z.string(),
  name: z.string(),
  /** Null = every permission, including those that the service adds later. */
  permissions: z.array(z.enum(PERMISSIONS)).nullable(),
  /** null = no limit. */
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
  /** Organizations that the key can reach. */
  organizations: z.array(z.object({ id: z.string(), listShards: z.int().min(1) })).min(1),
  expiresAt: z.string().nullable(),
  /** How the present secret begins, by which people know it; absent for older keys. */
  prefix: z.string().optional(),
  /** Hash of the present secret. */
  currentHash: z.string(),
  /** Hashes of earlier secrets whose overlap may still run. */
  earlierHashes: z.array(z.string()),
  createdByKeyId: z.string().nullable(),
  /** Who created the key or rotated it last; absent for older keys. */
  principal: principalSchema.optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A key as its organization manages it. Its secrets are elsewhere, and only as hashes. */
export type ApiKey = z.output<typeof schema>;

/** Keys are in their organization's partition: one Query lists them, strongly consistent. */
export const apiKeyEntity = defineEntity<ApiKey, { organizationId: string; id: string }>({
  name: 'apiKey',
  schema,
  partition: ({ organizationId }) => organizationPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** The permissions a key has, written out. */
export function permissionsOf(key: Pick<ApiKey, 'permissions'>): readonly GrantablePermission[] {
  return key.permissions ?? PERMISSIONS;
}
