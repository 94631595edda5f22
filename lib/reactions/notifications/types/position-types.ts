import * as z from 'zod';
import { DELIVERY_STATUSES } from '../../../engines/vocabulary/index.ts';
import { estimateDrive, greatCircleMeters, type Point } from '../../../platform/core/geography.ts';
import { defineNotificationTrigger, type Sighting } from './define-notification-trigger.ts';
import { STATUS_EVENTS } from './delivery-types.ts';
import { deliveryStatuses, metricValue, millisecondsOf } from './parameters.ts';

/** A courier who stays within this many metres is standing. */
export const STANDING_METERS = 75;

const METERS_OF = { miles: 1609.344, kilometers: 1000 } as const;

/** A position of this age or more says nothing about where the courier is now (specification 8). */
const FRESH_MS = 15 * 60_000;

/** `deliveryStatus` or, as the specification has it, `deliveryStatusIncludes` (decision A13). */
const watched = {
  deliveryStatus: deliveryStatuses.optional(),
  deliveryStatusIncludes: deliveryStatuses.optional(),
};
const oneOfBoth = 'Send `deliveryStatus` or `deliveryStatusIncludes`.';
type Watched = { deliveryStatus?: string[] | undefined; deliveryStatusIncludes?: string[] | undefined };
const statusesOf = (given: Watched) => given.deliveryStatus ?? given.deliveryStatusIncludes ?? [];
const hasStatuses = (given: Watched) => statusesOf(given).length > 0;

const geolocation = defineNotificationTrigger({
  type: 'driver_geolocation',
  title: 'Driver Geolocation',
  description: 'The courier comes near the pickup or the dropoff, moves away from it, or stands still.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: [],
  parameters: z
    .object({
      ...watched,
      hasCancellationReason: z
        .boolean()
        .nullish()
        .meta({ description: 'true = only deliveries with a failure reason; false = only those without.' }),
      firstTaskOnly: z
        .boolean()
        .nullish()
        .meta({ description: 'Whether it fires only for the first attempt of a package.' }),
      statusHistoryIncludes: deliveryStatuses.nullish(),
      statusHistoryDoesNotInclude: deliveryStatuses.nullish(),
      condition: z
        .enum(['within', 'greater_than', 'stopped_for'])
        .meta({ description: 'Near, far, or standing still.' }),
      metricValue,
      metricName: z.enum(['minutes', 'miles', 'kilometers']).meta({ description: 'Unit of `metricValue`.' }),
      location: z
        .enum(['pickup_location', 'dropoff_location'])
        .nullish()
        .meta({ description: 'The place; none for `stopped_for`.' }),
    })
    .refine(hasStatuses, { path: ['deliveryStatus'], message: oneOfBoth })
    .refine(({ condition, location }) => condition === 'stopped_for' || Boolean(location), {
      path: ['location'],
      message: '`within` and `greater_than` need a place: pickup_location or dropoff_location.',
    })
    .refine(({ condition, metricName }) => condition !== 'stopped_for' || metricName === 'minutes', {
      path: ['metricName'],
      message: '`stopped_for` is counted in minutes.',
    }),
  judge(sighting, parameters, memory) {
    const { delivery, task } = sighting;
    const known = memory ?? {};
    const { statusHistoryIncludes: wanted, statusHistoryDoesNotInclude: unwanted } = parameters;
    const history = delivery.statusHistory.map(({ status }) => status as string);
    const isMeant =
      statusesOf(parameters).includes(delivery.status) &&
      (parameters.firstTaskOnly ? task.attempt === 1 : true) &&
      (parameters.hasCancellationReason ?? delivery.failure !== null) === (delivery.failure !== null) &&
      (wanted?.some((status) => history.includes(status)) ?? true) &&
      !(unwanted?.some((status) => history.includes(status)) ?? false);
    if (!isMeant) return { memory, fires: [] };
    if (parameters.condition === 'stopped_for') {
      const standing = Date.parse(sighting.at) - Date.parse(sighting.standingSince);
      const isNew = known.told !== sighting.standingSince;
      return standing >= millisecondsOf(parameters.metricValue, 'minutes') && isNew
        ? { memory: { told: sighting.standingSince }, fires: [`stopped:${sighting.standingSince}`] }
        : { memory, fires: [] };
    }
    const place = parameters.location === 'pickup_location' ? sighting.pickup : sighting.dropoff;
    const far = farness(sighting, place, parameters.metricName);
    if (far === undefined || known.told === true) return { memory, fires: [] };
    const holds =
      parameters.condition === 'within' ? far <= parameters.metricValue : far > parameters.metricValue;
    // Once per delivery, because on the edge of the circle a courier would come near again and again.
    return holds ? { memory: { told: true }, fires: [parameters.condition] } : { memory, fires: [] };
  },
});

const zones = defineNotificationTrigger({
  type: 'zone_geolocation',
  title: 'Zone Geolocation',
  description: 'The courier enters or leaves a zone.',
  entityType: 'delivery',
  statuses: [],
  on: [],
  parameters: z.object({
    zoneIds: z
      .array(z.string().max(64))
      .max(20)
      .nullish()
      .meta({ description: 'Zones to watch; empty = the zones to which the trigger is limited.' }),
    transition: z
      .enum(['enter', 'leave', 'both'])
      .default('both')
      .meta({ description: 'Whether it fires on entering, on leaving or on both.' }),
  }),
  judge(sighting, { zoneIds, transition }, memory) {
    const inside = (zoneIds ?? []).filter((id) => sighting.zoneIds.includes(id));
    const before = Array.isArray(memory?.inside) ? (memory.inside as readonly string[]) : undefined;
    const count = Number(memory?.count ?? 0);
    const entered = inside.filter((id) => !before?.includes(id));
    // The place of the courier before the first position is unknown: being inside counts as entering, being
    // outside not as leaving.
    const left = (before ?? []).filter((id) => !inside.includes(id));
    if (before && entered.length + left.length === 0) return { memory, fires: [] };
    const fires = [
      ...(transition === 'leave' ? [] : entered.map((id) => `enter:${id}:${count}`)),
      ...(transition === 'enter' ? [] : left.map((id) => `leave:${id}:${count}`)),
    ];
    return { memory: { inside, count: count + 1 }, fires };
  },
});

const inconsistent = defineNotificationTrigger({
  type: 'driver_location_vs_delivery_status',
  title: 'Driver location inconsistent with delivery status',
  description: 'The courier reports being at the pickup or the dropoff but is far from it.',
  entityType: 'delivery',
  statuses: DELIVERY_STATUSES,
  on: STATUS_EVENTS,
  parameters: z
    .object({
      ...watched,
      metricValue,
      metricName: z
        .enum(['miles', 'kilometers'])
        .default('miles')
        .meta({ description: 'Unit of `metricValue`.' }),
    })
    .refine(hasStatuses, { path: ['deliveryStatus'], message: oneOfBoth }),
  fires({ data, delivery, job, task, event }, parameters) {
    const status = String(data.status);
    const at = delivery?.courierLocation;
    if (!at || !statusesOf(parameters).includes(status)) return false;
    if (Date.parse(event.occurredAt) - Date.parse(at.updatedAt) > FRESH_MS) return false;
    const configuration = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value;
    const place = configuration && placeOf(status, configuration.package);
    return place !== undefined && (distance(at, place, parameters.metricName) ?? 0) > parameters.metricValue;
  },
  key: ({ data }) => `inconsistent:${data.deliveryId}:${data.status}`,
  judge(sighting, parameters, memory) {
    const { status } = sighting.delivery;
    if (!statusesOf(parameters).includes(status) || memory?.told === status) return { memory, fires: [] };
    const place = placeOf(status, { pickupLocation: sighting.pickup, dropoffLocation: sighting.dropoff });
    const far = place && distance(sighting, place, parameters.metricName);
    return far !== undefined && far > parameters.metricValue
      ? { memory: { told: status }, fires: [`inconsistent:${sighting.delivery.id}:${status}`] }
      : { memory, fires: [] };
  },
});

/** Triggers on the position of a courier. */
export const positionTypes = [geolocation, zones, inconsistent];

interface Places<Place> {
  readonly pickupLocation: Place;
  readonly dropoffLocation: Place;
}

/** Where a courier with this status is expected to be; undefined for statuses that say nothing about it. */
function placeOf<Place>(status: string, { pickupLocation, dropoffLocation }: Places<Place>) {
  if (['pickup_arrived', 'items_pick_complete', 'pickup_complete', 'returned'].includes(status))
    return pickupLocation;
  if (status === 'return_arrived') return pickupLocation;
  return status === 'dropoff_arrived' || status === 'dropoff_complete' ? dropoffLocation : undefined;
}

type Located = { readonly lat: number | null; readonly lng: number | null };

function distance(
  from: Point,
  { lat, lng }: Located,
  unit: 'miles' | 'kilometers' | 'minutes',
): number | undefined {
  if (lat === null || lng === null || unit === 'minutes') return undefined;
  return greatCircleMeters(from, { lat, lng }) / METERS_OF[unit];
}

/** Distance to a place: the straight line, or the minutes of an estimated drive. */
function farness(sighting: Sighting, place: Located, unit: keyof typeof METERS_OF | 'minutes') {
  if (unit !== 'minutes') return distance(sighting, place, unit);
  const { lat, lng } = place;
  return lat === null || lng === null
    ? undefined
    : estimateDrive(sighting, { lat, lng }).durationSeconds / 60;
}
