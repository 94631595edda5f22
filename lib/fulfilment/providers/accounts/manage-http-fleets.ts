import { randomBytes } from 'node:crypto';
import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { type DestinationPolicy, unusableUrl } from '../../../platform/core/destination.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, remove, replace, type Stored, save } from '../../../platform/table/index.ts';
import type { ProviderDeps } from '../provider-registry.ts';
import { formerPartnerEntity } from './former-partner.ts';
import { HTTP_FLEET_PREFIX } from './organization-providers.ts';
import { accountsPartition, type ProviderAccount, providerAccountEntity } from './provider-account.ts';
import type { CredentialStore } from './provider-accounts.ts';
import { invalidAccount, providerNameTaken, providerNotFound, tooManyAccounts } from './refusals.ts';

/** What managing accounts needs. */
export interface AccountDeps extends CoreDeps, ProviderDeps {
  readonly store: CredentialStore;
  readonly destinations: DestinationPolicy;
}

/** Maximum number of partners that one organization can register. */
export const MAX_HTTP_FLEETS = 20;

/** A partner after registration, with the secret that signs calls and messages, which is shown only once. */
export interface RegisteredFleet {
  readonly stored: Stored<ProviderAccount>;
  readonly signingSecret: string;
}

/** Registers a partner. Its id is derived from its name, so that names are unique in an organization. */
export async function registerHttpFleet(
  deps: AccountDeps,
  organizationId: string,
  fleet: {
    readonly name: string;
    readonly baseUrl: string;
    readonly token: string;
    readonly chatChannel?: string | null | undefined;
  },
): Promise<RegisteredFleet | Refusal> {
  const bad = unusableUrl(fleet.baseUrl, deps.destinations);
  if (bad) return invalidAccount(`baseUrl: ${bad} Send an https URL.`, { field: 'baseUrl' });
  const slug = fleet.name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  if (slug === '') {
    return invalidAccount(
      `name is "${fleet.name}", which has no Latin letters or digits. Send a name with some.`,
      {
        field: 'name',
      },
    );
  }
  const id = `${HTTP_FLEET_PREFIX}${slug}`;
  const all = await accountsOf(deps, organizationId);
  const taken = deps.providers.all.some(({ name }) => name === fleet.name);
  if (taken || all.some(({ value }) => value.id === id)) {
    return providerNameTaken(`There is already a provider "${fleet.name}". Choose another name.`, { id });
  }
  if (all.filter(({ value }) => value.kind === 'http-fleet').length >= MAX_HTTP_FLEETS) {
    return tooManyAccounts(
      `The organization has ${MAX_HTTP_FLEETS} partners, which is the maximum. Delete one first.`,
      {
        limit: MAX_HTTP_FLEETS,
      },
    );
  }
  const at = toInstant(deps.clock.now());
  const account: ProviderAccount = {
    organizationId,
    id,
    kind: 'http-fleet',
    name: fleet.name,
    baseUrl: fleet.baseUrl,
    isEnabled: true,
    chatChannel: fleet.chatChannel ?? null,
    credentialsVersion: 1,
    createdAt: at,
    updatedAt: at,
    ownFleet: null,
  };
  const signingSecret = newSigningSecret();
  // The account comes first: when two requests register one name at the same time, the loser must not overwrite the
  // winner's secret. The partner is not asked until the secret is stored.
  if (!(await deps.table.write([create(providerAccountEntity, account)])).ok) {
    return providerNameTaken(`There is already a provider "${fleet.name}". Choose another name.`, { id });
  }
  await deps.store.write(account, { token: fleet.token, signingSecret });
  return { stored: { value: account, version: 1 }, signingSecret };
}

/** Changes the fields that are sent. Every function uses a new token or signing secret within half a minute. */
export async function updateHttpFleet(
  deps: AccountDeps,
  organizationId: string,
  id: string,
  change: {
    readonly baseUrl?: string | undefined;
    readonly isEnabled?: boolean | undefined;
    readonly token?: string | undefined;
    /** Null = none. */
    readonly chatChannel?: string | null | undefined;
    readonly rotateSigningSecret?: boolean | undefined;
  },
  expectedVersion?: number,
): Promise<
  { readonly stored: Stored<ProviderAccount>; readonly signingSecret: string | undefined } | Refusal
> {
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id });
  if (stored?.value.kind !== 'http-fleet') return unknown(id);
  const stale = refuseOtherVersion(expectedVersion, stored);
  if (stale) return stale;
  const bad = change.baseUrl === undefined ? undefined : unusableUrl(change.baseUrl, deps.destinations);
  if (bad) return invalidAccount(`baseUrl: ${bad} Send an https URL.`, { field: 'baseUrl' });
  const signingSecret = change.rotateSigningSecret ? newSigningSecret() : undefined;
  const changesSecrets = change.token !== undefined || signingSecret !== undefined;
  if (changesSecrets) {
    const present = await deps.store.read(stored.value);
    await deps.store.write(stored.value, {
      ...present,
      ...(change.token === undefined ? {} : { token: change.token }),
      ...(signingSecret === undefined ? {} : { signingSecret }),
    });
  }
  const next: ProviderAccount = {
    ...stored.value,
    baseUrl: change.baseUrl ?? stored.value.baseUrl,
    isEnabled: change.isEnabled ?? stored.value.isEnabled,
    chatChannel: change.chatChannel === undefined ? stored.value.chatChannel : change.chatChannel,
    credentialsVersion: stored.value.credentialsVersion + (changesSecrets ? 1 : 0),
    updatedAt: toInstant(deps.clock.now()),
  };
  if (!(await deps.table.write([replace(providerAccountEntity, stored, next)])).ok) {
    return lostRace({ what: 'provider account', id });
  }
  return { stored: { value: next, version: stored.version + 1 }, signingSecret };
}

/** Deletes a partner with its secrets. Its deliveries and its name stay, but it can no longer be called. */
export async function deleteHttpFleet(
  deps: Pick<AccountDeps, 'table' | 'clock' | 'store'>,
  organizationId: string,
  id: string,
  expectedVersion?: number,
): Promise<Stored<ProviderAccount> | Refusal> {
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id });
  if (stored?.value.kind !== 'http-fleet') return unknown(id);
  const stale = refuseOtherVersion(expectedVersion, stored);
  if (stale) return stale;
  const former = await deps.table.get(formerPartnerEntity, { organizationId, id });
  const now = deps.clock.now();
  const named = { organizationId, id, name: stored.value.name, deletedAt: toInstant(now) };
  const operations = [remove(providerAccountEntity, stored), save(formerPartnerEntity, former, named, now)];
  if (!(await deps.table.write(operations)).ok) {
    return lostRace({ what: 'provider account', id });
  }
  await deps.store.remove(stored.value);
  return stored;
}

/** A partner; its token and secret are never read back. */
export async function readHttpFleet(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Stored<ProviderAccount> | Refusal> {
  const stored = await table.get(providerAccountEntity, { organizationId, id });
  return stored?.value.kind === 'http-fleet' ? stored : unknown(id);
}

/** Every account of the organization, enabled or not. 1 call. */
export async function accountsOf(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<readonly Stored<ProviderAccount>[]> {
  return (await table.readAggregate(accountsPartition(organizationId))).all(providerAccountEntity);
}

function unknown(id: string): Refusal {
  return providerNotFound(`There is no partner "${id}". GET /v1/http-fleets lists them.`, { id });
}

function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
