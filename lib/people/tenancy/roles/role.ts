import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { defineEntity } from '../../../platform/table/index.ts';

const schema = z.object({
  organizationId: z.string(),
  id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  /** Names as they were stored: a permission that no longer exists grants nothing. */
  permissions: z.array(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** An organization's own role. */
export type CustomRole = z.output<typeof schema>;

/** Custom roles are few and in one partition of their organization: one Query lists them. */
export const roleEntity = defineEntity<CustomRole, { organizationId: string; id: string }>({
  name: 'role',
  schema,
  partition: ({ organizationId }) => rolesPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

const tally = z.object({ organizationId: z.string(), id: z.string(), users: z.int().min(0) });

/**
 * How many users have a role: kept for custom roles, so that none in use is deleted, and for the owners, so that the
 * last one stays. Separate from the role, whose version would change with every assignment.
 */
export const roleTallyEntity = defineEntity<z.output<typeof tally>, { organizationId: string; id: string }>({
  name: 'roleTally',
  schema: tally,
  partition: ({ organizationId }) => rolesPartition(organizationId),
  sort: ({ id }) => ({ kind: 'state', parts: [id] }),
});

const nameSchema = z.object({
  organizationId: z.string(),
  /** In lower case. */
  name: z.string(),
  roleId: z.string(),
});

/** The claim of a custom role to its name: of two roles created in the same instant, one gets it. */
export const roleNameEntity = defineEntity<
  z.output<typeof nameSchema>,
  { organizationId: string; name: string }
>({
  name: 'roleName',
  schema: nameSchema,
  partition: ({ organizationId }) => rolesPartition(organizationId),
  sort: ({ name }) => ({ kind: 'state', parts: [digest(name)] }),
});

/** Partition of an organization's roles. */
export function rolesPartition(organizationId: string) {
  return { organizationId, type: 'roles', id: organizationId };
}
