import * as z from 'zod';
import type { Role } from '../../../lib/people/tenancy/index.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import { permissionName, permissionsReply, wireName } from './permission-schemas.ts';

/** Path parameter of a role. */
export const roleParams = z.object({
  role_id: z.string().meta({ description: 'Id of the role, `role_...`.' }),
});

/** Fields of a role that callers send. */
export const roleFields = {
  name: shortText(80).meta({ description: 'Name, unique among the roles of the organization.' }),
  description: z.string().trim().max(500).nullish().meta({ description: 'Purpose of the role.' }),
  permissions: z
    .array(permissionName)
    .max(200)
    .optional()
    .meta({ description: 'Permissions of the role: at most those that you have yourself.' }),
};

/** A role in replies. */
export const roleReply = z
  .object({
    id: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    organizationId: z.string(),
    permissions: permissionsReply,
    isBuiltIn: z
      .boolean()
      .meta({ description: 'Whether the role is built in. Built-in roles cannot be changed.' }),
    version: z.int().nullable().meta({ description: 'Null for a built-in role.' }),
    createdAt: instantReply.nullable(),
    updatedAt: instantReply.nullable(),
  })
  .meta({ id: 'Role' });

/** The role in the form of the reply schema. */
export function renderRole(one: Role, organizationId: string): z.input<typeof roleReply> {
  const { id, name, description } = one.role;
  const permissions = one.role.permissions.map(wireName);
  const common = { id, name, description, organizationId, permissions };
  if (one.kind === 'built-in') {
    return { ...common, isBuiltIn: true, version: null, createdAt: null, updatedAt: null };
  }
  const { createdAt, updatedAt } = one.role;
  return { ...common, isBuiltIn: false, version: one.version, createdAt, updatedAt };
}

/** A role for the documentation. */
export const roleExample = {
  id: 'role_01JCXM5W3QZ8R1V7N2K4T6B9DE',
  name: 'Night shift',
  description: 'Watches routes at night.',
  organizationId: 'org_01JCXM5W3QAB12CD34EF56GH78',
  permissions: ['READ_ORGANIZATION', 'READ_USER', 'READ_ROLE', 'READ_ROUTE', 'execute.view'],
  isBuiltIn: false,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};
