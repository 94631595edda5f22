import type * as z from 'zod';
import type { FleetDeps } from '../../../lib/fleet/fleet/index.ts';
import { type FleetAtStores, fleetAtStores } from '../../../lib/fleet/routes/index.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import type { courierReply } from './courier-schemas.ts';
import type { vehicleReply } from './vehicle-schemas.ts';

/** The drivers and vehicles that a caller who is limited to stores sees; undefined without such a limit. */
export async function seenAtStores(ctx: Context<FleetDeps>): Promise<FleetAtStores | undefined> {
  return ctx.caller.storeLocationIds === null ? undefined : fleetAtStores(ctx, ctx.caller);
}

/** A page of ids, newest first: those after `after`. */
export function pageOfIds(
  ids: Iterable<string>,
  { limit, after }: { readonly limit: number; readonly after?: string | undefined },
): readonly string[] {
  const newestFirst = [...ids].toSorted().toReversed();
  return newestFirst.filter((id) => after === undefined || id < after).slice(0, limit);
}

/** A driver as stores see it: name and position, and the phone number while the driver is on the road. */
export function driverAtStores(
  courier: z.input<typeof courierReply>,
  { drivers, vehicleIds }: FleetAtStores,
): z.input<typeof courierReply> {
  return {
    ...courier,
    externalIdentifier: null,
    phoneNumber: drivers.get(courier.id)?.isUnderWay ? courier.phoneNumber : null,
    email: null,
    dateOfBirth: null,
    workRelationship: null,
    driversLicense: null,
    vehicleIds: courier.vehicleIds.filter((id) => vehicleIds.has(id)),
    firstVersionContractIds: [],
  };
}

/** A vehicle as stores see it: without the drivers and groups of others. */
export function vehicleAtStores(
  vehicle: z.input<typeof vehicleReply>,
  { drivers }: FleetAtStores,
): z.input<typeof vehicleReply> {
  return {
    ...vehicle,
    courierIds: vehicle.courierIds.filter((id) => drivers.has(id)),
    firstVersionContractIds: [],
  };
}
