import * as z from 'zod';
import type { TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { actorSchema } from '../../../lib/platform/core/origin.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { permissionsReply, wireName } from './permission-schemas.ts';

const limit = (what: string) =>
  z
    .array(z.string())
    .nullable()
    .meta({ description: `${what} to which the caller is limited; null = no limit.` });

/** GET /v1/organization-management/me */
export const whoAmI = endpointFor<TenancyDeps>()({
  name: 'whoAmI',
  method: 'GET',
  path: '/v1/organization-management/me',
  area: 'Users',
  summary: 'Get the caller',
  description:
    'The key or user behind the request, with its current rights in this organization. If a user belongs to several ' +
    'organizations and names none in `X-Org-Id`, the request is refused; `details.organizationIds` lists them.',
  permission: 'READ_ORGANIZATION',
  forLimited: 'shared',
  reply: z.object({
    actor: actorSchema,
    organizationId: z.string(),
    permissions: permissionsReply,
    roleIds: z
      .array(z.string())
      .meta({ description: 'Roles of a user; of a key with all rights, the roles of the person behind it.' }),
    storeLocationIds: limit('Store locations'),
    driverGroupIds: limit('Driver groups'),
  }),
  replyExample: {
    actor: { type: 'user', id: 'usr_01JCXM5W3QZ8R1V7N2K4T6B9DE', name: 'Ada Lovelace' },
    organizationId: 'org_01JCXM5W3QAB12CD34EF56GH78',
    permissions: ['READ_ORDER', 'execute.view'],
    roleIds: ['role_store_operator'],
    storeLocationIds: ['store_01JCXM5W3QAB12CD34EF56GH78'],
    driverGroupIds: null,
  },
  refusals: [],
  handle({ ctx: { caller } }) {
    const { actor, organizationId, permissions, roleIds, storeLocationIds, driverGroupIds } = caller;
    return {
      actor: { ...actor },
      organizationId,
      permissions: permissions.map(wireName),
      roleIds: [...roleIds],
      storeLocationIds: storeLocationIds && [...storeLocationIds],
      driverGroupIds: driverGroupIds && [...driverGroupIds],
    };
  },
});
