import type { Provider } from './provider.ts';

/** The providers an installation has, in a stable order. */
export interface ProviderRegistry {
  readonly all: readonly Provider[];
  /** By id or by name, exactly. */
  find(idOrName: string): Provider | undefined;
}

/** What functions that talk to providers depend on, beside the core. */
export interface ProviderDeps {
  readonly providers: ProviderRegistry;
}

/** Makes the registry. Throws when two providers share an id or a name. */
export function providerRegistry(providers: readonly Provider[]): ProviderRegistry {
  const byKey = new Map<string, Provider>();
  for (const provider of providers) {
    for (const key of [provider.id, provider.name]) {
      if (byKey.has(key)) throw new Error(`Two providers are called "${key}".`);
      byKey.set(key, provider);
    }
  }
  return Object.freeze({
    all: Object.freeze([...providers]),
    find: (idOrName: string) => byKey.get(idOrName),
  });
}
