import { strategyOf } from '../../lib/fulfilment/strategies/index.ts';
import type { OrderDeps } from '../../lib/ordering/orders/index.ts';
import { windowBookings } from '../../lib/ordering/windows/index.ts';
import { productsInTable } from '../../lib/places/catalogue/index.ts';
import { storesInTable } from '../../lib/places/stores/index.ts';
import { zonesInTable } from '../../lib/places/zones/index.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import { type CoreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { placesInTable } from './places.ts';

/** What the fields of an order are checked against, in the table. */
export type OrderDirectories = Pick<OrderDeps, 'stores' | 'zones' | 'products' | 'strategies' | 'windows'>;

/** Stores, zones, products, strategies and delivery windows, as orders look them up. */
export function orderDirectories({ table, clock }: Pick<CoreDeps, 'table' | 'clock'>): OrderDirectories {
  return {
    stores: onFirstUse(() => storesInTable(table)),
    zones: onFirstUse(() => zonesInTable(table)),
    products: onFirstUse(() => productsInTable(table)),
    strategies: {
      exists: async (organizationId, id) => !isRefusal(await strategyOf(table, organizationId, id)),
    },
    windows: onFirstUse(() => windowBookings({ table, clock, places: placesInTable(table) })),
  };
}
