import * as z from 'zod';
import {
  type DeliveryStatus,
  ROUTE_STATUSES,
  STOP_STATUSES,
  STOP_TYPES,
} from '../../engines/vocabulary/index.ts';
import { publicTrackingUrl } from '../../ordering/orders/index.ts';
import { portalUrl } from '../../platform/core/links.ts';
import type { BatchStop } from './batch.ts';
import { BATCH_TYPES } from './batch-types.ts';
import type { Configuration } from './configuration.ts';
import type { Delivery } from './deliveries/delivery.ts';
import { isTerminal } from './deliveries/delivery-statuses.ts';
import { isJobOver } from './is-over.ts';
import { advancedTask, deliveryOf, type JobAggregate } from './job-aggregate.ts';

const text = z.string().nullable();

type StopStatus = (typeof STOP_STATUSES)[number];

const instant = text.meta({ override: { type: ['string', 'null'], format: 'date-time' } });
const metadata = z.record(z.string(), z.unknown()).nullable();

const jobStop = z.object({
  stopType: z.enum(STOP_TYPES),
  objectIds: z.array(z.string()).meta({
    description: 'Orders at the stop; for packages without an order, their configurations.',
  }),
  location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  arrivalTime: instant.meta({ description: 'When the courier is expected.' }),
  departTime: instant,
  serviceTime: z.number().nullable().meta({ description: 'Seconds.' }),
  distanceFromPrevious: z.number().nullable().meta({ description: 'Metres.' }),
  durationFromPrevious: z.number().nullable().meta({ description: 'Seconds.' }),
  status: z.enum(STOP_STATUSES),
  statusDescription: text,
  statusHistory: z.array(
    z.object({
      created_at: z.string(),
      status: z.enum(STOP_STATUSES),
      status_description: z.string().optional(),
    }),
  ),
  startedAt: instant,
  breakDuration: z.number().nullable().meta({ description: 'Seconds.' }),
  metadata,
  orders: z.array(
    z.object({
      id: text,
      publicTrackingUrl: text,
      pod: z.array(z.object({ type: z.string(), url: z.string(), uploadedAt: instant })),
    }),
  ),
});

/** The path of a job that is a batch or was created from a route (specification 2.4). */
export const jobRouteSchema = z
  .object({
    id: text.meta({ description: 'Id of the route of the job; null when it has no route.' }),
    portalUrl: z.string(),
    externalId: text,
    name: text,
    type: z.enum(BATCH_TYPES),
    status: z.enum(ROUTE_STATUSES),
    statusHistory: z.array(z.object({ created_at: z.string(), status: z.enum(ROUTE_STATUSES) })),
    jobId: z.string(),
    courierId: text,
    courier: z.object({ id: z.string(), firstName: text, lastName: text, phoneNumber: text }).nullable(),
    vehicleId: text,
    vehicle: z
      .object({
        licensePlate: text,
        make: text,
        model: text,
        color: text,
        year: z.number().nullable(),
        type: text,
      })
      .nullable(),
    shiftId: text,
    providerName: text,
    routeMetadata: metadata,
    validationErrors: z.record(z.string(), z.string()),
    plannedDeparture: instant,
    plannedCompletion: instant,
    actualDeparture: instant,
    stops: z.array(jobStop).meta({
      description:
        'Stops in visiting order; without a route, packages at one place after another share a stop.',
    }),
  })
  .meta({ id: 'JobRoute' });

type JobRoute = z.infer<typeof jobRouteSchema>;

/** The statuses of its two stops that a delivery's status implies. */
const AT_PICKUP: Partial<Record<DeliveryStatus, StopStatus>> = {
  pickup_enroute: 'ENROUTE',
  pickup_arrived: 'IN_PROGRESS',
  pickup_complete: 'COMPLETED',
  dropoff_enroute: 'COMPLETED',
  dropoff_arrived: 'COMPLETED',
  dropoff_complete: 'COMPLETED',
};
const AT_DROPOFF: Partial<Record<DeliveryStatus, StopStatus>> = {
  dropoff_enroute: 'ENROUTE',
  dropoff_arrived: 'IN_PROGRESS',
  dropoff_complete: 'COMPLETED',
  return_in_progress: 'SKIPPED',
  returned: 'SKIPPED',
};

interface Visit {
  readonly type: BatchStop['type'];
  readonly configuration: Configuration;
  readonly delivery: Delivery | undefined;
}

/** The path of a job as the job itself knows it; null for one package without a route. Pure. */
export function routeOfJob(aggregate: JobAggregate): JobRoute | null {
  const job = aggregate.job.value;
  const batch = aggregate.batch?.value;
  if (!batch && job.routeId === null) return null;
  const configurations = aggregate.configurations.map(({ value }) => value);
  const stops = batch?.stops ?? [
    ...configurations.map(({ position }) => ({ position, type: 'PICKUP' as const })),
    ...configurations.map(({ position }) => ({ position, type: 'DROPOFF' as const })),
  ];
  const at = new Map(configurations.map((configuration) => [configuration.position, configuration]));
  const visits = stops.flatMap(({ position, type }): Visit[] => {
    const configuration = at.get(position);
    if (!configuration) return [];
    return [
      { type, configuration, delivery: deliveryOf(aggregate, advancedTask(aggregate, configuration.id)) },
    ];
  });
  const rendered = joined(visits).map(renderStop);
  const carried = visits.find(({ delivery }) => delivery)?.delivery;
  return {
    id: job.routeId,
    portalUrl: job.routeId === null ? portalUrl('jobs', job.id) : portalUrl('routes', job.routeId),
    externalId: null,
    name: null,
    type: batch?.type ?? 'SINGLE_PICKUP_MULTIPLE_DROPOFFS',
    status: statusOf(aggregate, rendered, carried),
    statusHistory: [],
    jobId: job.id,
    courierId: null,
    courier: null,
    vehicleId: null,
    vehicle: null,
    shiftId: null,
    providerName: carried?.providerName ?? null,
    routeMetadata: null,
    validationErrors: {},
    plannedDeparture: null,
    plannedCompletion: null,
    actualDeparture: rendered.flatMap(({ startedAt }) => startedAt ?? []).sort()[0] ?? null,
    stops: rendered,
  };
}

/** Consecutive visits at one place are one stop. */
function joined(visits: readonly Visit[]): readonly (readonly Visit[])[] {
  const stops: Visit[][] = [];
  for (const visit of visits) {
    const last = stops.at(-1);
    const before = last?.[0];
    if (last && before?.type === visit.type && placeOf(before) === placeOf(visit)) last.push(visit);
    else stops.push([visit]);
  }
  return stops;
}

function locationOf({ type, configuration: { package: item } }: Visit) {
  return type === 'PICKUP' ? item.pickupLocation : item.dropoffLocation;
}

/** Identifies who is visited where: two households in one house are two stops. */
function placeOf(visit: Visit): string {
  const { lat, lng, formattedAddress, businessName, firstName, lastName, phoneNumber } = locationOf(visit);
  return JSON.stringify([lat, lng, formattedAddress, businessName, firstName, lastName, phoneNumber]);
}

function renderStop(visits: readonly Visit[]): JobRoute['stops'][number] {
  const [first] = visits;
  if (!first) throw new Error('A stop needs a package.');
  const { lat, lng } = locationOf(first);
  const statusHistory = historyOf(visits);
  const instantOf = (wanted: StopStatus) =>
    statusHistory.find(({ status }) => status === wanted)?.created_at ?? null;
  const etas = visits
    .map(({ type, delivery }) => (type === 'PICKUP' ? delivery?.pickupEta : delivery?.dropoffEta))
    .filter((eta) => eta !== null && eta !== undefined);
  return {
    stopType: first.type,
    objectIds: visits.map(({ configuration }) => configuration.orderId ?? configuration.id),
    location: lat === null || lng === null ? null : { lat, lng },
    arrivalTime: instantOf('IN_PROGRESS') ?? etas.sort()[0] ?? null,
    departTime: instantOf('COMPLETED'),
    serviceTime: null,
    distanceFromPrevious: null,
    durationFromPrevious: null,
    status: statusHistory.at(-1)?.status ?? 'PENDING',
    statusDescription: null,
    statusHistory,
    startedAt: statusHistory[0]?.created_at ?? null,
    breakDuration: null,
    metadata: null,
    orders: visits.map(({ type, configuration, delivery }) => ({
      id: configuration.orderId,
      publicTrackingUrl: publicTrackingUrl(
        { organizationId: configuration.organizationId, kind: 'package', id: configuration.id },
        configuration.trackingKey,
      ),
      pod: proofsOf(type, delivery),
    })),
  };
}

/** When a stop got each status: it begins with its first package and ends with its last one. */
function historyOf(visits: readonly Visit[]): JobRoute['stops'][number]['statusHistory'] {
  const reached = visits.map(({ type, configuration, delivery }) => {
    const instants = new Map<StopStatus, string>();
    for (const { status, created_at } of delivery?.statusHistory ?? []) {
      const own = (type === 'PICKUP' ? AT_PICKUP : AT_DROPOFF)[status];
      if (own && !instants.has(own)) instants.set(own, created_at);
    }
    const { canceledAt } = configuration;
    if (canceledAt !== null && !instants.has('COMPLETED')) instants.set('SKIPPED', canceledAt);
    return instants;
  });
  const begun = (['ENROUTE', 'IN_PROGRESS'] as const).flatMap((status) => {
    const [created_at] = reached.flatMap((instants) => instants.get(status) ?? []).sort();
    return created_at === undefined ? [] : [{ created_at, status }];
  });
  const ends = reached.flatMap((instants) => instants.get('COMPLETED') ?? instants.get('SKIPPED') ?? []);
  const end = ends.length === visits.length ? ends.sort().at(-1) : undefined;
  if (end === undefined) return begun;
  const isServed = reached.some((instants) => instants.has('COMPLETED'));
  return [...begun, { created_at: end, status: isServed ? 'COMPLETED' : 'SKIPPED' }];
}

/** Photos, signatures and scans each have their place: those of the pickup say so in their names. */
function proofsOf(
  type: Visit['type'],
  delivery: Delivery | undefined,
): JobRoute['stops'][number]['orders'][number]['pod'] {
  return (delivery?.proofOfDelivery ?? []).flatMap(({ podType, imageUrl }) => {
    const isOfPickup = String(podType).endsWith('_pickup');
    if (typeof imageUrl !== 'string' || isOfPickup !== (type === 'PICKUP')) return [];
    return [{ type: String(podType), url: imageUrl, uploadedAt: null }];
  });
}

function statusOf(
  aggregate: JobAggregate,
  stops: JobRoute['stops'],
  carried: Delivery | undefined,
): JobRoute['status'] {
  if (aggregate.job.value.canceledAt !== null) return 'CANCELED';
  if (isJobOver(aggregate)) return 'COMPLETED';
  if (stops.some(({ status }) => status === 'COMPLETED')) return 'IN_PROGRESS';
  if (stops.some(({ status }) => status !== 'PENDING')) return 'STARTED';
  return carried && !isTerminal(carried.status) ? 'ASSIGNED' : 'CREATED';
}
