import * as z from 'zod';
import {
  KEY_REFUSALS,
  type KeyVerdict,
  knownPermissions,
  PERMISSIONS,
  principalSchema,
} from '../access/index.ts';
import { actorSchema } from '../core/origin.ts';
import { preferencesSchema } from '../organization/index.ts';

const organization = z.object({ id: z.string(), listShards: z.int().min(1) });
const names = z.array(z.string());
const grantText = z.object({
  actor: actorSchema,
  organizations: z.array(organization).min(1),
  /** `*` = all of them: the gateway passes on only some kilobytes. */
  permissions: z.union([names, z.literal('*')]),
  principal: principalSchema.optional(),
  roleIds: names.optional(),
  storeLocationIds: names.nullable(),
  driverGroupIds: names.nullable(),
  expiresAt: z.string().nullable(),
  preferences: z
    .object({
      organizationId: z.string(),
      values: preferencesSchema,
      synchronousWorkflows: z.int().optional(),
      listShards: z.int().min(1).optional(),
      requestsPerSecond: z.int().min(0).optional(),
    })
    .optional(),
});
const refusalText = z.enum(KEY_REFUSALS);

/**
 * The verdict as the flat map of strings that an authorizer passes to API Gateway. The grant is in base64:
 * the gateway's cache does not pass on a text with quotation marks, and answers 500 itself.
 */
export function writeVerdict(verdict: KeyVerdict): Record<string, string> {
  if ('refusal' in verdict) return { refusal: verdict.refusal };
  const { permissions } = verdict.grant;
  const written = {
    ...verdict.grant,
    permissions: permissions.length === PERMISSIONS.length ? '*' : permissions,
  };
  return { grant: Buffer.from(JSON.stringify(written)).toString('base64url') };
}

/**
 * The verdict from the authorizer's context. Undefined when there is none, which means that the route was
 * deployed without its authorizer.
 */
export function readVerdict(
  context: Readonly<Record<string, unknown>> | null | undefined,
): KeyVerdict | undefined {
  const refusal = refusalText.safeParse(context?.refusal);
  if (refusal.success) return { refusal: refusal.data };
  if (typeof context?.grant !== 'string') return undefined;
  const grant = grantText.parse(JSON.parse(Buffer.from(context.grant, 'base64url').toString()));
  const { preferences, permissions, principal, roleIds, ...others } = grant;
  return {
    grant: {
      ...others,
      permissions: permissions === '*' ? PERMISSIONS : knownPermissions(permissions),
      ...(principal ? { principal } : {}),
      ...(roleIds ? { roleIds } : {}),
      ...(preferences ? { preferences } : {}),
    },
  };
}
