import type { Caller } from '../../platform/access/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { forbidden, validationErrors } from '../../platform/core/common-refusals.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { organizationEntity } from '../../platform/organization/index.ts';
import { create } from '../../platform/table/index.ts';
import type { Acting } from './acting.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { auditedKey } from './audit-key.ts';
import { createCredential } from './credential.ts';
import { grantableRights, type RightsAsked } from './granting.ts';
import { type ApiKeyWithSecret, replaceSecret } from './replace-secret.ts';
import { hashSecret, newSecret, prefixOf } from './secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';
import { refuseUnknownScopes } from './unknown-scopes.ts';

/** Input for a new key. */
export interface NewApiKey extends RightsAsked {
  readonly name: string;
  /** Organizations that it can reach; none = the one in which it is created. */
  readonly organizationIds: readonly string[] | undefined;
}

/** Creates a key in the caller's organization. It grants at most what the caller has (403 otherwise). */
export async function createApiKey(
  deps: TenancyDeps,
  { caller, origin }: Acting,
  wanted: NewApiKey,
): Promise<ApiKeyWithSecret | Refusal> {
  const nowMs = deps.clock.now();
  const now = toInstant(nowMs);
  if (wanted.expiresAt !== undefined && Date.parse(wanted.expiresAt) <= nowMs) {
    const why = `"${wanted.expiresAt}" is not accepted: expected a date and time in the future.`;
    return validationErrors(`The request is not valid: expiresAt: ${why}`, { fields: { expiresAt: why } });
  }
  const rights = grantableRights(caller, wanted);
  if (isRefusal(rights)) return rights;
  const organizations = await reachable(deps, caller, wanted.organizationIds);
  if (isRefusal(organizations)) return organizations;
  const unknown = await refuseUnknownScopes(
    deps,
    organizations.map(({ id }) => id),
    {
      storeLocationIds: wanted.storeLocationIds ?? [],
      driverGroupIds: wanted.driverGroupIds ?? [],
    },
  );
  if (unknown) return unknown;

  const key = newSecret(deps.randomSecret());
  const apiKey: ApiKey = {
    organizationId: caller.organizationId,
    id: deps.ids.next('key'),
    name: wanted.name,
    ...rights,
    organizations: [...organizations],
    prefix: prefixOf(key),
    currentHash: hashSecret(key),
    earlierHashes: [],
    createdByKeyId: caller.keyId,
    ...(caller.principal ? { principal: caller.principal } : {}),
    createdAt: now,
    updatedAt: now,
  };
  const written = await deps.table.write([
    create(apiKeyEntity, apiKey),
    createCredential(apiKey),
    auditedKey(origin, 'created', now, null, apiKey),
  ]);
  if (written.ok) return { apiKey, version: 1, key };
  // An attempt that died after its write created this key; its secret is lost, so the key gets another.
  const made = await deps.table.get(apiKeyEntity, apiKey);
  if (!made) throw new Error(`The API key ${apiKey.id} could be neither created nor found.`);
  return replaceSecret(deps, origin, made, 0);
}

async function reachable(
  deps: TenancyDeps,
  caller: Caller,
  organizationIds: readonly string[] | undefined,
): Promise<ApiKey['organizations'] | Refusal> {
  if (organizationIds === undefined) return [{ id: caller.organizationId, listShards: caller.listShards }];
  const beyond = organizationIds.filter((id) => !caller.organizations.includes(id));
  if (beyond.length > 0) {
    return forbidden(`This API key cannot reach ${beyond.join(', ')}.`, { organizationIds: beyond });
  }
  return Promise.all(
    [...new Set(organizationIds)].map(async (id) => {
      const stored = await deps.table.get(organizationEntity, { id });
      if (!stored) throw new Error(`The organization ${id} of key ${caller.keyId} does not exist.`);
      return { id, listShards: stored.value.listShards };
    }),
  );
}
