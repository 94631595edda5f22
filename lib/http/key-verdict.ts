import * as z from 'zod';
import type { Actor } from '../core/origin.ts';
import { type Preferences, preferencesSchema } from '../core/preferences.ts';
import { knownPermissions, PERMISSIONS, type Permission } from './permissions.ts';

/** Rights of a valid key, over all organizations that it can reach. */
export interface KeyGrant {
  /** The API key or the user. */
  readonly actor: Actor;
  readonly organizations: readonly { readonly id: string; readonly listShards: number }[];
  readonly permissions: readonly Permission[];
  /** Roles of a user; absent for a key. */
  readonly roleIds?: readonly string[];
  readonly storeLocationIds: readonly string[] | null;
  readonly driverGroupIds: readonly string[] | null;
  /** Instant from which the key is refused; null = never. */
  readonly expiresAt: string | null;
  /** Preferences of the organization that the request named; absent when the authorizer could not determine it. */
  readonly preferences?: {
    readonly organizationId: string;
    readonly values: Preferences;
    /** As `Caller.synchronousWorkflows`. */
    readonly synchronousWorkflows?: number | undefined;
  };
}

/** Why a key is not valid; `unavailable` = it could not be looked up because of an error of the service. */
export type KeyRefusal = z.output<typeof refusalText>;

/** What the authorizer found out about a request's key. */
export type KeyVerdict = { readonly grant: KeyGrant } | { readonly refusal: KeyRefusal };

const organization = z.object({ id: z.string(), listShards: z.int().min(1) });
const names = z.array(z.string());
const grantText = z.object({
  actor: z.object({ type: z.enum(['key', 'user', 'system']), id: z.string(), name: z.string() }),
  organizations: z.array(organization).min(1),
  /** `*` = all of them: the gateway passes on only some kilobytes. */
  permissions: z.union([names, z.literal('*')]),
  roleIds: names.optional(),
  storeLocationIds: names.nullable(),
  driverGroupIds: names.nullable(),
  expiresAt: z.string().nullable(),
  preferences: z
    .object({
      organizationId: z.string(),
      values: preferencesSchema,
      synchronousWorkflows: z.int().optional(),
    })
    .optional(),
});
const refusalText = z.enum([
  'missing',
  'malformed',
  'unknown',
  'revoked',
  'expired',
  'tokenInvalid',
  'tokenExpired',
  'stranger',
  'unavailable',
]);

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
  const { preferences, permissions, roleIds, ...others } = grant;
  return {
    grant: {
      ...others,
      permissions: permissions === '*' ? PERMISSIONS : knownPermissions(permissions),
      ...(roleIds ? { roleIds } : {}),
      ...(preferences ? { preferences } : {}),
    },
  };
}
