import * as z from 'zod';
import { defineEntity } from '../table/index.ts';

const schema = z.object({
  id: z.string(),
  name: z.string(),
  /** Over how many partitions the organization's lists are spread. Fixed when the organization is made. */
  listShards: z.int().min(1),
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
});

/** Partition of an organization and its keys. */
export function organizationPartition(organizationId: string) {
  return { organizationId, type: 'organization', id: organizationId };
}
