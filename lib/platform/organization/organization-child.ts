import * as z from 'zod';
import { create, defineEntity, type Operation } from '../table/index.ts';
import type { Organization } from './organization.ts';

const schema = z.object({
  /** The parent. */
  organizationId: z.string(),
  id: z.string(),
});

/** Children are in a partition of their parent: one Query lists them. */
export const organizationChildEntity = defineEntity<
  z.output<typeof schema>,
  { organizationId: string; id: string }
>({
  name: 'organizationChild',
  schema,
  partition: ({ organizationId }) => childrenPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

/** Partition of an organization's children. */
export function childrenPartition(organizationId: string) {
  return { organizationId, type: 'organization-children', id: organizationId };
}

/** The write that adds a new organization to its parent; none without a parent. */
export function createChild({ id, parentId }: Organization): readonly Operation[] {
  return parentId === null ? [] : [create(organizationChildEntity, { organizationId: parentId, id })];
}
