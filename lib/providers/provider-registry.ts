import type { Provider } from './provider.ts';

/** Providers in a stable order. */
export interface ProviderList {
  readonly all: readonly Provider[];
  /** By id or by name, exactly. */
  find(idOrName: string): Provider | undefined;
}

/** The providers of an installation. `find` also knows those of single organizations, by their id. */
export interface ProviderRegistry extends ProviderList {
  /**
   * Providers that an organization can choose: the installed ones, without those for which it has no account,
   * and its own.
   */
  of(organizationId: string): Promise<ProviderList>;
}

/** Providers that depend on the organization. */
export interface OrganizationProviders {
  /** Providers of only this organization. */
  ownOf(organizationId: string): Promise<readonly Provider[]>;
  /** Ids of installed providers for which it has an account. */
  accountsOf(organizationId: string): Promise<ReadonlySet<string>>;
  /** An organization's own provider with this id, whichever organization it is: its calls name the organization. */
  byId(id: string): Provider | undefined;
}

/** What functions that talk to providers depend on, beside the core. */
export interface ProviderDeps {
  readonly providers: ProviderRegistry;
}

/** Creates the registry. Throws when two providers share an id or a name. */
export function providerRegistry(
  providers: readonly Provider[],
  organizations?: OrganizationProviders,
): ProviderRegistry {
  const installed = providerList(providers);
  return Object.freeze({
    all: installed.all,
    find: (idOrName: string) => installed.find(idOrName) ?? organizations?.byId(idOrName),
    async of(organizationId: string) {
      const isUsable = await usable(organizationId, providers, organizations);
      const own = (await organizations?.ownOf(organizationId)) ?? [];
      return providerList([...providers.filter(isUsable), ...own]);
    },
  });
}

async function usable(
  organizationId: string,
  providers: readonly Provider[],
  organizations: OrganizationProviders | undefined,
): Promise<(provider: Provider) => boolean> {
  if (!providers.some(({ needsAccount }) => needsAccount)) return () => true;
  const accounts = await organizations?.accountsOf(organizationId);
  return ({ id, needsAccount }) => !needsAccount || accounts?.has(id) === true;
}

function providerList(providers: readonly Provider[]): ProviderList {
  const byKey = new Map<string, Provider>();
  for (const provider of providers) {
    for (const key of [provider.id, provider.name]) {
      if (byKey.has(key)) throw new Error(`Two providers have the name "${key}".`);
      byKey.set(key, provider);
    }
  }
  return Object.freeze({
    all: Object.freeze([...providers]),
    find: (idOrName: string) => byKey.get(idOrName),
  });
}
