import type { Stored, Table } from '../../platform/table/index.ts';
import { type Driver, driverEntity } from './driver.ts';
import { type DriverWithGroups, visibleAmong, withGroups } from './find-drivers.ts';
import { visibleVehicles } from './find-vehicles.ts';
import { FLEET_SHARDS, type FleetCaller } from './fleet-deps.ts';
import { instantOfId } from './instant-of-id.ts';
import { type Vehicle, vehicleEntity } from './vehicle.ts';

/** A page of a list, newest first: the rows after `after`, which need not exist any more. */
export interface FleetPage {
  readonly limit: number;
  /** Id of the last row of the previous page. */
  readonly after?: string | undefined;
}

/** Drivers, newest first, with the groups that the caller may see. */
export async function listDrivers(
  table: Table,
  caller: FleetCaller,
  page: FleetPage,
): Promise<readonly DriverWithGroups[]> {
  const drivers = await collect(page, (ids) => table.getMany(driverEntity, keys(caller, ids)), {
    rows: (limit, after) => rowIds(table, caller, driverEntity, limit, after),
    visible: async (found: readonly Stored<Driver>[]) => {
      const visible = await visibleAmong(
        table,
        caller,
        found.map(({ value }) => value.id),
      );
      return found.filter(({ value }) => visible.has(value.id));
    },
  });
  return withGroups(table, caller, drivers);
}

/** Vehicles, newest first. */
export function listVehicles(
  table: Table,
  caller: FleetCaller,
  page: FleetPage,
): Promise<readonly Stored<Vehicle>[]> {
  return collect(page, (ids) => table.getMany(vehicleEntity, keys(caller, ids)), {
    rows: (limit, after) => rowIds(table, caller, vehicleEntity, limit, after),
    visible: (found: readonly Stored<Vehicle>[]) => visibleVehicles(table, caller, found),
  });
}

async function collect<Value>(
  { limit, after }: FleetPage,
  read: (ids: readonly string[]) => Promise<readonly (Stored<Value> | undefined)[]>,
  list: {
    readonly rows: (limit: number, after: string | undefined) => Promise<readonly string[]>;
    readonly visible: (found: readonly Stored<Value>[]) => Promise<readonly Stored<Value>[]>;
  },
): Promise<readonly Stored<Value>[]> {
  const collected: Stored<Value>[] = [];
  let last = after;
  while (collected.length < limit) {
    const ids = await list.rows(limit, last);
    last = ids.at(-1);
    const found = (await read(ids)).filter((stored) => stored !== undefined);
    collected.push(...(await list.visible(found)));
    if (ids.length < limit || last === undefined) break;
  }
  return collected.slice(0, limit);
}

function keys({ organizationId }: FleetCaller, ids: readonly string[]) {
  return ids.map((id) => ({ organizationId, id }));
}

async function rowIds(
  table: Table,
  { organizationId }: FleetCaller,
  entity: typeof driverEntity | typeof vehicleEntity,
  limit: number,
  after: string | undefined,
): Promise<readonly string[]> {
  const place = after === undefined ? undefined : { at: instantOfId(after), id: after };
  const options = { organizationId, shards: FLEET_SHARDS, direction: 'DESC', limit } as const;
  const rows = await table.list(
    entity as typeof driverEntity,
    place ? { ...options, after: place } : options,
  );
  return rows.map(({ id }) => id);
}
