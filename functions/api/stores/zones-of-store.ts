import * as z from 'zod';
import type { ServedZone, StoreLocation } from '../../../lib/places/stores/index.ts';
import { invalidZone, unknownZoneReferences, zonesOfStore } from '../../../lib/places/zones/index.ts';
import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { mapConcurrently } from '../../../lib/platform/core/map-concurrently.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import { type PreferencesSource, readRanges } from '../../../lib/platform/organization/index.ts';
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

/** Refusals that zones in a body can cause. */
export const servedZoneRefusals = [unknownZoneReferences, invalidZone, forbidden];

/** The fields of a body that say which zones a store serves. */
interface ZoneFields {
  readonly zoneIds?: readonly string[] | null | undefined;
  readonly zoneAssociations?: readonly ServedZone[] | null | undefined;
}

/** A body as the domain takes it: its zones in one list, those with dates last, and days as instants. */
export async function withZones<Body extends ZoneFields>(ctx: PreferencesSource, body: Body) {
  const { zoneIds, zoneAssociations, ...fields } = body;
  if (zoneIds === undefined && zoneAssociations === undefined) return fields;
  const always = (zoneIds ?? []).map((zoneId) => ({ zoneId, startDate: null, endDate: null }));
  const zones = new Map(
    [...always, ...(await readRanges(ctx, zoneAssociations ?? []))].map((one) => [one.zoneId, one] as const),
  );
  return { ...fields, zones: [...zones.values()] };
}

/** Refuses zones from a caller who may not change them: zones belong to the organization. */
export function refuseZones(
  { caller }: Pick<Context<StoresAreaDeps>, 'caller'>,
  bodies: readonly ZoneFields[],
): Refusal | undefined {
  const isNamed = bodies.some((body) => body.zoneIds !== undefined || body.zoneAssociations !== undefined);
  const isLimited = caller.storeLocationIds !== null || caller.driverGroupIds !== null;
  if (!isNamed || (!isLimited && caller.permissions.includes('WRITE_ZONE'))) return undefined;
  return forbidden(
    'zoneIds and zoneAssociations change zones. This requires the permission WRITE_ZONE without a limit.',
    {
      permission: 'WRITE_ZONE',
    },
  );
}
