import type { Provider } from '../provider.ts';
import type { Age, OrganizationProviders } from '../provider-registry.ts';
import type { ProviderAccounts } from './provider-accounts.ts';

/** Creates the organization's own provider with this id; its name is for people. */
export type MakeHttpFleet = (fleet: { readonly id: string; readonly name: string }) => Provider;

/** Ids of the partners that organizations register themselves. */
export const HTTP_FLEET_PREFIX = 'prv_http_';

/** The providers that depend on the organization, from its accounts. */
export function organizationProviders(
  book: ProviderAccounts,
  makeHttpFleet: MakeHttpFleet,
  ownFleet: Provider,
): OrganizationProviders {
  return Object.freeze({
    async of(organizationId: string, age: Age) {
      const accounts = await book.of(organizationId, age);
      const own = accounts.flatMap((account) =>
        account.kind === 'http-fleet'
          ? [makeHttpFleet(account)]
          : account.kind === 'own-fleet'
            ? [ownFleet]
            : [],
      );
      return { own, accountIds: new Set(accounts.map(({ id }) => id)) };
    },
    byId: (id: string) => {
      if (id === ownFleet.id) return ownFleet;
      return id.startsWith(HTTP_FLEET_PREFIX)
        ? makeHttpFleet({ id, name: id.slice(HTTP_FLEET_PREFIX.length).replaceAll('_', ' ') })
        : undefined;
    },
  });
}
