import type { Package, Place, Stop, Work } from './work.ts';

/** What a visit is for. */
export type VisitKind = 'pickup' | 'dropoff' | 'return' | 'break' | 'departure' | 'end' | 'other';

/** How far a visit is. */
export type VisitState = 'waiting' | 'underWay' | 'arrived' | 'done' | 'skipped' | 'failed';

/** A place to go to: a stop of a route, or one end of packages that go without a route. */
export interface Visit {
  /** Of the stop, or made of the packages. */
  readonly id: string;
  readonly kind: VisitKind;
  readonly state: VisitState;
  /** Null for a stop without packages. */
  readonly place: Place | null;
  /** Where to drive to; null = unknown, or nowhere, as for a break. */
  readonly at: { readonly lat: number; readonly lng: number } | null;
  readonly packages: readonly Package[];
  /** When it is planned to be reached. */
  readonly plannedAt: string | null;
  readonly breakMinutes: number | null;
  /** What has to be proved before it can be completed, for each package. */
  readonly missing: readonly { readonly deliveryId: string; readonly proof: string }[];
  /** The route and its stop; null for packages without a route. */
  readonly stop: { readonly routeId: string; readonly stopId: string } | null;
}

/** Visits that follow each other: a route, or packages without one. */
export interface Tour {
  readonly id: string;
  readonly name: string | null;
  readonly isRoute: boolean;
  readonly visits: readonly Visit[];
}

const KINDS: Readonly<Record<string, VisitKind>> = {
  PICKUP: 'pickup',
  DROPOFF: 'dropoff',
  RETURN: 'return',
  DRIVER_BREAK: 'break',
  ROUTE_START: 'departure',
  ROUTE_END: 'end',
};

const STATES_OF_STOPS: Readonly<Record<string, VisitState>> = {
  PENDING: 'waiting',
  ENROUTE: 'underWay',
  IN_PROGRESS: 'arrived',
  COMPLETED: 'done',
  SKIPPED: 'skipped',
  FAILED: 'failed',
};

/** State of the pickup and of the dropoff by the status of a delivery. */
const STATES_OF_DELIVERIES: Readonly<Record<string, readonly [VisitState, VisitState]>> = {
  pickup_enroute: ['underWay', 'waiting'],
  pickup_arrived: ['arrived', 'waiting'],
  pickup_complete: ['done', 'waiting'],
  dropoff_enroute: ['done', 'underWay'],
  dropoff_arrived: ['done', 'arrived'],
  dropoff_complete: ['done', 'done'],
  failed: ['done', 'failed'],
  return_in_progress: ['done', 'failed'],
  return_arrived: ['done', 'failed'],
  returned: ['done', 'failed'],
};

/** State of the way back by the status of a delivery; others have none. */
const STATES_OF_RETURNS: Readonly<Record<string, VisitState>> = {
  return_in_progress: 'waiting',
  return_arrived: 'arrived',
  returned: 'done',
};

/** The visits of accepted work, in the order in which they are made. */
export function toursOf(work: Work): readonly Tour[] {
  const packages = new Map(
    work.assignments.flatMap((one) => one.packages.map((parcel) => [parcel.deliveryId, parcel] as const)),
  );
  const routes = work.routes.map((route) => ({
    id: route.id,
    name: route.name,
    isRoute: true,
    visits: [
      ...route.stops.map((stop) => visitOfStop(route.id, stop, packages)),
      ...returnsOf(packagesOf(route.stops, packages), route.stops),
    ],
  }));
  const known = new Set(work.routes.map(({ id }) => id));
  const others = work.assignments
    .filter(({ routeId, packages: all }) => all.length > 0 && (routeId === null || !known.has(routeId)))
    .map((assignment) => ({
      id: assignment.taskId,
      name: null,
      isRoute: false,
      visits: visitsOfPackages(assignment.packages),
    }));
  return [...routes, ...others];
}

function packagesOf(stops: readonly Stop[], all: ReadonlyMap<string, Package>): readonly Package[] {
  return [...new Set(stops.flatMap(({ deliveryIds }) => deliveryIds))].flatMap((id) => all.get(id) ?? []);
}

/** The ways back of packages that could not be delivered, to each place of pickup; none where the route has a stop for it. */
function returnsOf(packages: readonly Package[], stops: readonly Stop[]): readonly Visit[] {
  const planned = new Set(
    stops.filter(({ stopType }) => stopType === 'RETURN').flatMap(({ deliveryIds }) => deliveryIds),
  );
  const back = packages.filter(
    ({ deliveryId, status }) => STATES_OF_RETURNS[status] !== undefined && !planned.has(deliveryId),
  );
  return [...Map.groupBy(back, ({ pickup }) => pickup.address).values()].map((group): Visit => {
    const [place = null] = group.map(({ pickup }) => pickup);
    const states = group.map(({ status }) => STATES_OF_RETURNS[status] ?? 'waiting');
    return {
      id: `return:${group.map(({ deliveryId }) => deliveryId).join('+')}`,
      kind: 'return',
      state: states.find((state) => state !== 'done') ?? 'done',
      place,
      at: place && pointOf(place),
      packages: group,
      plannedAt: null,
      breakMinutes: null,
      missing: missingReturns(group),
      stop: null,
    };
  });
}

function missingReturns(packages: readonly Package[]): Visit['missing'] {
  return packages.flatMap(({ deliveryId, missingReturnProofs }) =>
    missingReturnProofs.map((proof) => ({ deliveryId, proof })),
  );
}

/** The visit that comes next in a tour: one that has begun, else the first that waits. */
export function nextVisit(visits: readonly Visit[]): Visit | undefined {
  return (
    visits.find(({ state }) => state === 'arrived' || state === 'underWay') ??
    visits.find(({ state }) => state === 'waiting')
  );
}

/** Whether nothing remains to be done at a visit. */
export function isOver({ state }: Visit): boolean {
  return state === 'done' || state === 'failed';
}

function visitOfStop(routeId: string, stop: Stop, all: ReadonlyMap<string, Package>): Visit {
  const kind = KINDS[stop.stopType] ?? 'other';
  const packages = stop.deliveryIds.flatMap((id) => all.get(id) ?? []);
  const side = kind === 'pickup' || kind === 'return' ? 'pickup' : 'dropoff';
  const place = packages[0]?.[side] ?? null;
  const isBroughtBack =
    kind === 'dropoff' &&
    packages.length > 0 &&
    packages.every(({ status }) => STATES_OF_RETURNS[status] !== undefined);
  return {
    id: stop.id,
    kind,
    state: isBroughtBack ? 'failed' : (STATES_OF_STOPS[stop.status] ?? 'waiting'),
    place,
    at: pointOf(stop) ?? (place && pointOf(place)),
    packages,
    plannedAt: stop.arrivalTime,
    breakMinutes: stop.breakDuration === null ? null : Math.round(stop.breakDuration / 60),
    missing:
      kind === 'return'
        ? missingReturns(packages)
        : kind === 'pickup' || kind === 'dropoff'
          ? missingAt(packages, side)
          : [],
    stop: { routeId, stopId: stop.id },
  };
}

/** The pickup of all packages, then the dropoff of each address. */
function visitsOfPackages(packages: readonly Package[]): readonly Visit[] {
  const byPlace = (side: 'pickup' | 'dropoff') =>
    [...Map.groupBy(packages, (one) => one[side].address).values()].map((group) => visitOf(side, group));
  return [...byPlace('pickup'), ...byPlace('dropoff'), ...returnsOf(packages, [])];
}

function visitOf(side: 'pickup' | 'dropoff', packages: readonly Package[]): Visit {
  const states = packages.map(
    ({ status }) => STATES_OF_DELIVERIES[status]?.[side === 'pickup' ? 0 : 1] ?? 'waiting',
  );
  const [place] = packages.map((one) => one[side]);
  return {
    id: `${side}:${packages.map(({ deliveryId }) => deliveryId).join('+')}`,
    kind: side,
    state: states.find((state) => state !== 'done' && state !== 'failed') ?? states[0] ?? 'waiting',
    place: place ?? null,
    at: place ? pointOf(place) : null,
    packages,
    plannedAt: place?.from ?? null,
    breakMinutes: null,
    missing: missingAt(packages, side),
    stop: null,
  };
}

function missingAt(packages: readonly Package[], side: 'pickup' | 'dropoff'): Visit['missing'] {
  return packages.flatMap((one) =>
    one[side].missingProofs.map((proof) => ({ deliveryId: one.deliveryId, proof })),
  );
}

function pointOf({ lat, lng }: { readonly lat: number | null; readonly lng: number | null }) {
  return lat === null || lng === null ? null : { lat, lng };
}
