import * as z from 'zod';
import { defineEntity } from '../table/index.ts';
import { preferencesSchema } from './preferences.ts';

const schema = z.object({
  id: z.string(),
  name: z.string(),
  /** Parent organization; null = none. */
  parentId: z.string().nullable().default(null),
  /** Number of partitions of the organization's lists. It may only grow: rows stay in the partition that they are in. */
  listShards: z.int().min(1),
  preferences: preferencesSchema.prefault({}),
  /** Requests a second that the organization may send, instead of the installation's own limit; 0 = any number. */
  requestsPerSecond: z.int().min(0).optional(),
  /**
   * Workflows that run inside requests: whether there are any, and a number that increases with every change
   * of them.
   */
  synchronousWorkflows: z.object({ areThere: z.boolean(), generation: z.int() }).optional(),
  /**
   * Increases whenever rights of the organization's users change: what the authorizer remembers about a user
   * is valid for one generation. Absent = 0.
   */
  peopleGeneration: z.int().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A tenant. Everything else belongs to exactly one. */
export type Organization = z.output<typeof schema>;

/** The organization's own item, in the partition that also holds its API keys. */
export const organizationEntity = defineEntity<Organization, { id: string }>({
  name: 'organization',
  schema,
  partition: ({ id }) => organizationPartition(id),
  sort: () => ({ kind: 'state', parts: [] }),
  list: {
    name: 'organizationsByCreation',
    reach: 'everywhere',
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ id, listShards }) => ({ id, listShards }),
  },
});

/** Value of an organization's synchronous workflows in requests: 0 = it has none. */
export function synchronousGeneration({ synchronousWorkflows }: Organization): number {
  return synchronousWorkflows?.areThere ? synchronousWorkflows.generation : 0;
}

/** Partition of an organization and its keys. */
export function organizationPartition(organizationId: string) {
  return { organizationId, type: 'organization', id: organizationId };
}
