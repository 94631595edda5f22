import type { ServedZone } from '../../../lib/places/stores/index.ts';
import { invalidZone, unknownZoneReferences } from '../../../lib/places/zones/index.ts';
import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import type { Refusal } from '../../../lib/platform/core/refusal.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import { type PreferencesSource, readRanges } from '../../../lib/platform/organization/index.ts';
import type { StoresAreaDeps } from './deps.ts';

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
