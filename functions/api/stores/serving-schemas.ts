import * as z from 'zod';
import type { StoreLocation } from '../../../lib/places/stores/index.ts';
import { zonesOfStore } from '../../../lib/places/zones/index.ts';
import { mapConcurrently } from '../../../lib/platform/core/map-concurrently.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';
import type { StoresAreaDeps } from './deps.ts';
import { storeExample } from './examples.ts';
import { renderStore, storeReply } from './store-schemas.ts';

/** Stores whose zones are read at the same time. */
const WIDTH = 25;

/** A store in replies, with the zones that it serves. */
export const servingReply = storeReply
  .extend({
    zoneIds: z.array(z.string()),
    zoneAssociations: z.array(
      z.object({ zoneId: z.string(), startDate: z.string().nullable(), endDate: z.string().nullable() }),
    ),
  })
  .meta({ id: 'StoreLocationWithZones' });

/** Several of them. */
export const servingReplies = z.object({ storeLocations: z.array(servingReply) });

/** A store for the documentation. */
export const servingExample = { ...storeExample, zoneIds: [], zoneAssociations: [] };

/** Stored stores in their wire form. 1 call each. */
export async function renderServing(
  { table, organizationId }: Pick<Context<StoresAreaDeps>, 'table' | 'organizationId'>,
  stores: readonly Stored<StoreLocation>[],
): Promise<z.input<typeof servingReply>[]> {
  const rendered = await mapConcurrently(stores, WIDTH, async (stored) => {
    const zones = await zonesOfStore(table, organizationId, stored.value.id);
    return {
      ...renderStore(stored),
      zoneIds: zones.map(({ zoneId }) => zoneId),
      zoneAssociations: [...zones],
    };
  });
  return [...rendered];
}

/** The same of one store. */
export async function renderOneServing(
  ctx: Parameters<typeof renderServing>[0],
  store: Stored<StoreLocation>,
): Promise<z.input<typeof servingReply>> {
  const [rendered] = await renderServing(ctx, [store]);
  return rendered ?? { ...renderStore(store), zoneIds: [], zoneAssociations: [] };
}
