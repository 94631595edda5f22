import * as z from 'zod';
import type { KeyGrant } from '../../platform/access/index.ts';
import { knownPermissions, PERMISSIONS, principalSchema } from '../../platform/access/index.ts';
import {
  create,
  defineEntity,
  type Operation,
  partitionPattern,
  replace,
  type Stored,
} from '../../platform/table/index.ts';
import type { ApiKey } from './api-key.ts';

/**
 * A credential does not name its organization, so credentials are stored outside of organizations, each in a
 * partition of its own.
 */
const OUTSIDE = '-';

/** How long a retired credential is kept, so that the log can tell a revoked key from an unknown one. */
const REMEMBERED_SECONDS = 30 * 86_400;

const schema = z.object({
  hash: z.string(),
  keyId: z.string(),
  /** Name of the key; older credentials have none. */
  name: z.string().default('API key'),
  organizations: z.array(z.object({ id: z.string(), listShards: z.int().min(1) })).min(1),
  /** Names as they were stored: a permission that no longer exists grants nothing. null = everything. */
  permissions: z.array(z.string()).nullable(),
  /** The user whose rights limit those of the credential; absent in older credentials. */
  principal: principalSchema.optional(),
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
  expiresAt: z.string().nullable(),
  /** Time from which the secret is no longer accepted: revoked, or replaced and its overlap ended. */
  retiredAt: z.string().nullable(),
});

/** One secret's hash with everything that the authorizer needs: a request is authorized with this one read. */
export type Credential = z.output<typeof schema>;

export const credentialEntity = defineEntity<Credential, { hash: string }>({
  name: 'credential',
  schema,
  partition: ({ hash }) => ({ organizationId: OUTSIDE, type: 'credential', id: hash }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ retiredAt }) =>
    retiredAt === null ? undefined : Math.ceil(Date.parse(retiredAt) / 1000) + REMEMBERED_SECONDS,
});

/** Partition keys of all credentials, as a pattern of policies. */
export const CREDENTIAL_PARTITIONS = partitionPattern({ organizationId: OUTSIDE, type: 'credential' });

/** Writes the credential of a key's current secret. */
export function createCredential(key: ApiKey): Operation {
  const { id, name, organizations, permissions, storeLocationIds, driverGroupIds, expiresAt } = key;
  return create(credentialEntity, {
    hash: key.currentHash,
    keyId: id,
    name,
    organizations,
    permissions,
    ...(key.principal ? { principal: key.principal } : {}),
    storeLocationIds,
    driverGroupIds,
    expiresAt,
    retiredAt: null,
  });
}

/** Ends a credential at `instant`, or leaves the earlier end that it has. */
export function retireCredential(stored: Stored<Credential>, instant: string): Operation {
  const { retiredAt } = stored.value;
  const earliest = retiredAt !== null && retiredAt < instant ? retiredAt : instant;
  return replace(credentialEntity, stored, { ...stored.value, retiredAt: earliest });
}

/**
 * The credential's own rights, which `judgeKey` narrows to those of its principal. It ends with its expiry or its
 * retirement, whichever comes first.
 */
export function grantOf(credential: Credential): KeyGrant {
  const { keyId, name, organizations, storeLocationIds, driverGroupIds, expiresAt, retiredAt } = credential;
  const ends = [expiresAt, retiredAt].filter((end) => end !== null).sort();
  return {
    actor: { type: credential.principal?.type === 'driver' ? 'driver' : 'key', id: keyId, name },
    organizations,
    permissions: credential.permissions === null ? PERMISSIONS : knownPermissions(credential.permissions),
    ...(credential.principal ? { principal: credential.principal } : {}),
    storeLocationIds,
    driverGroupIds,
    expiresAt: ends[0] ?? null,
  };
}
