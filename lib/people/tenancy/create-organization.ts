import { toInstant } from '../../platform/core/clock.ts';
import {
  createChild,
  defaultPreferences,
  type Organization,
  organizationEntity,
  type Preferences,
  readOrganization,
} from '../../platform/organization/index.ts';
import { create } from '../../platform/table/index.ts';
import { type ApiKey, apiKeyEntity } from './api-key.ts';
import { createCredential } from './credential.ts';
import { hashSecret, newSecret, prefixOf } from './secret.ts';
import type { TenancyDeps } from './tenancy-deps.ts';

/**
 * Lists of a new organization are in one partition unless more are requested: it allows 1,000 row writes a
 * second, fifty times the requests that an organization may send. `changeLimits` adds more when it grows.
 */
const DEFAULT_LIST_SHARDS = 1;

/** Creates an organization and its first key, which has all rights in it. `key` is the secret, shown only here. */
export async function createOrganization(
  deps: TenancyDeps,
  settings: {
    readonly name: string;
    readonly listShards?: number;
    /** What differs from the preferences that every organization begins with. */
    readonly preferences?: Partial<Preferences>;
    /** Parent organization, which must exist. */
    readonly parentId?: string;
  },
): Promise<{ readonly organization: Organization; readonly apiKey: ApiKey; readonly key: string }> {
  if (settings.parentId !== undefined) await readOrganization(deps, settings.parentId);
  const now = toInstant(deps.clock.now());
  const organization: Organization = {
    id: deps.ids.next('org'),
    name: settings.name,
    parentId: settings.parentId ?? null,
    preferences: { ...defaultPreferences(), ...settings.preferences },
    listShards: settings.listShards ?? DEFAULT_LIST_SHARDS,
    createdAt: now,
    updatedAt: now,
  };
  const key = newSecret(deps.randomSecret());
  const apiKey: ApiKey = {
    organizationId: organization.id,
    id: deps.ids.next('key'),
    name: 'First key',
    permissions: null,
    storeLocationIds: null,
    driverGroupIds: null,
    organizations: [{ id: organization.id, listShards: organization.listShards }],
    expiresAt: null,
    prefix: prefixOf(key),
    currentHash: hashSecret(key),
    earlierHashes: [],
    createdByKeyId: null,
    principal: { type: 'operator' },
    createdAt: now,
    updatedAt: now,
  };
  const written = await deps.table.write([
    create(organizationEntity, organization),
    create(apiKeyEntity, apiKey),
    createCredential(apiKey),
    ...createChild(organization),
  ]);
  if (!written.ok) throw new Error(`The identifier ${organization.id} or ${apiKey.id} is taken.`);
  return { organization, apiKey, key };
}
