import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { remove, type Stored, save } from '../../../platform/table/index.ts';
import type { Provider } from '../provider.ts';
import type { AccountDeps } from './manage-http-fleets.ts';
import { type ProviderAccount, providerAccountEntity } from './provider-account.ts';
import { invalidAccount, providerNotFound } from './refusals.ts';

/** Enables an installed carrier for an organization, or replaces the credentials; they are never shown again. */
export async function setCredentials(
  deps: AccountDeps,
  organizationId: string,
  providerId: string,
  sent: {
    readonly credentials: Readonly<Record<string, string>>;
    readonly isEnabled?: boolean | undefined;
    /** Null = none; absent = as before. */
    readonly chatChannel?: string | null | undefined;
  },
  expectedVersion?: number,
): Promise<Stored<ProviderAccount> | Refusal> {
  const provider = carrier(deps, providerId);
  if (!provider) {
    const known = deps.providers.all.filter(({ needsAccount }) => needsAccount).map(({ id }) => id);
    return invalidAccount(
      `providerId is "${providerId}", which is not a carrier that takes credentials. Use ${known.join(' or ')}.`,
      { field: 'providerId', known },
    );
  }
  const wrong = unfitField(provider, sent.credentials);
  if (wrong) return invalidAccount(wrong.message, { field: `credentials.${wrong.field}` });
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id: providerId });
  const stale = refuseOtherVersion(expectedVersion, { version: stored?.version ?? 0 });
  if (stale) return stale;
  const at = toInstant(deps.clock.now());
  await deps.store.write({ organizationId, id: providerId }, sent.credentials);
  const next: ProviderAccount = {
    organizationId,
    id: providerId,
    kind: 'carrier',
    name: provider.name,
    baseUrl: null,
    isEnabled: sent.isEnabled ?? stored?.value.isEnabled ?? true,
    chatChannel: sent.chatChannel === undefined ? (stored?.value.chatChannel ?? null) : sent.chatChannel,
    credentialsVersion: (stored?.value.credentialsVersion ?? 0) + 1,
    createdAt: stored?.value.createdAt ?? at,
    updatedAt: at,
    ownFleet: null,
  };
  if (!(await deps.table.write([save(providerAccountEntity, stored, next)])).ok) {
    return lostRace({ what: 'provider account', id: providerId });
  }
  return { value: next, version: (stored?.version ?? 0) + 1 };
}

/** The account with a carrier, without its credentials. */
export async function readAccount(
  deps: Pick<AccountDeps, 'table' | 'providers'>,
  organizationId: string,
  providerId: string,
): Promise<Stored<ProviderAccount> | Refusal> {
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id: providerId });
  return stored?.value.kind === 'carrier' ? stored : unknown(providerId);
}

/** Disables a carrier for the organization and deletes the credentials. */
export async function deleteCredentials(
  deps: Pick<AccountDeps, 'table' | 'store'>,
  organizationId: string,
  providerId: string,
  expectedVersion?: number,
): Promise<Stored<ProviderAccount> | Refusal> {
  const stored = await deps.table.get(providerAccountEntity, { organizationId, id: providerId });
  if (stored?.value.kind !== 'carrier') return unknown(providerId);
  const stale = refuseOtherVersion(expectedVersion, stored);
  if (stale) return stale;
  if (!(await deps.table.write([remove(providerAccountEntity, stored)])).ok) {
    return lostRace({ what: 'provider account', id: providerId });
  }
  await deps.store.remove(stored.value);
  return stored;
}

function carrier({ providers }: Pick<AccountDeps, 'providers'>, providerId: string): Provider | undefined {
  return providers.all.find(({ id, needsAccount }) => id === providerId && needsAccount);
}

/** The first credential that is missing, unknown or empty. */
function unfitField(
  { name, credentialFields = [] }: Provider,
  sent: Readonly<Record<string, string>>,
): { readonly field: string; readonly message: string } | undefined {
  const known = credentialFields.map(({ field }) => field);
  const missing = credentialFields.find(({ field, isOptional }) => !isOptional && !sent[field]);
  if (missing) {
    const { field, summary } = missing;
    return { field, message: `credentials.${field} is missing. ${name} needs it: ${summary}.` };
  }
  const extra = Object.keys(sent).find((field) => !known.includes(field));
  if (extra === undefined) return undefined;
  return {
    field: extra,
    message: `credentials.${extra} is unknown. ${name} takes ${known.join(', ')}.`,
  };
}

function unknown(providerId: string): Refusal {
  return providerNotFound(`There is no account with a provider "${providerId}".`, { providerId });
}
