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
   * Providers that an organization can choose: the installed ones except those for which it has no account, and its
   * own. The answer may be half a minute old. It is read again when it lacks one of the given ids or names, when it is
   * empty, and for `now`.
   */
  of(organizationId: string, needed?: readonly string[] | 'now'): Promise<ProviderList>;
}

/** How old an answer may be: `recent` is up to half a minute old, `now` is read for this question. */
export type Age = 'recent' | 'now';

/** Providers that depend on the organization. */
export interface OrganizationProviders {
  /** Providers of only this organization, and ids of all for which it has an account. */
  of(
    organizationId: string,
    age: Age,
  ): Promise<{ readonly own: readonly Provider[]; readonly accountIds: ReadonlySet<string> }>;
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
    async of(organizationId: string, needed: readonly string[] | 'now' = []) {
      if (needed === 'now') return listOf(organizationId, 'now');
      const recent = await listOf(organizationId, 'recent');
      const isEnough = recent.all.length > 0 && needed.every((one) => recent.find(one));
      return isEnough ? recent : listOf(organizationId, 'now');
    },
  });

  async function listOf(organizationId: string, age: Age): Promise<ProviderList> {
    const organization = await organizations?.of(organizationId, age);
    const isUsable = ({ id, needsAccount }: Provider) =>
      !needsAccount || organization?.accountIds.has(id) === true;
    return providerList([...providers.filter(isUsable), ...(organization?.own ?? [])]);
  }
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
