import { fleetArea } from '../../functions/api/fleet/index.ts';
import type { FleetDeps } from '../../lib/fleet/fleet/index.ts';
import { type AreaApi, startAreaApi } from './area-api.ts';

/** Store location and zone that exist in tests, by their ids and by external ids. */
export const KNOWN_STORE = { id: 'store_known', externalId: 'north' };
export const KNOWN_ZONE = { id: 'zone_known', externalId: 'inner-city' };

/** The fleet area on its own table. */
export interface FleetApi extends AreaApi<FleetDeps> {
  /** Creates or changes a driver. Returns its id. */
  driver(externalIdentifier: string, fields?: object): Promise<string>;
  /** Creates or changes a driver group. Returns its id. */
  group(externalIdentifier: string, fields?: object): Promise<string>;
}

/** Starts it. */
export async function startFleetApi(now?: string): Promise<FleetApi> {
  const isKnown = (
    known: { readonly id: string; readonly externalId: string },
    asked: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ) => (asked.id === known.id || asked.externalId === known.externalId ? known : undefined);
  const api = await startAreaApi(
    fleetArea,
    (db): FleetDeps => ({
      ...db.deps,
      places: {
        storeId: async (_organizationId, store) => isKnown(KNOWN_STORE, store),
        zoneId: async (_organizationId, zone) => isKnown(KNOWN_ZONE, zone),
      },
    }),
    now,
  );
  const upsert = async (routeKey: string, body: object) => {
    const { status, json } = await api.call(routeKey, { body });
    if (status !== 200) throw new Error(`Refused: ${JSON.stringify(json)}`);
    return json;
  };
  return {
    ...api,
    async driver(externalIdentifier, fields = {}) {
      const body = { firstName: 'Grace', lastName: 'Hopper', phoneNumber: '+14155550117', ...fields };
      const { driver } = await upsert('PUT /v1/fleet/drivers/upsert', { externalIdentifier, ...body });
      return driver.id;
    },
    async group(externalIdentifier, fields = {}) {
      const body = { externalIdentifier, ...fields };
      return (await upsert('PUT /v1/fleet/driver-groups/upsert', body)).driverGroup.id;
    },
  };
}
