import type { Report } from './reports.ts';
import type { Assignment, Package, Shift, Stop, Work } from './work.ts';

/** What was reported, and when it was done. */
export interface Noted {
  readonly report: Report;
  readonly occurredAt: string;
}

type Of<Kind extends Report['kind']> = Extract<Report, { readonly kind: Kind }>;

/** The work as it will be when these reports have been carried out: the driver sees at once what was done. */
export function applyReports(work: Work, noted: readonly Noted[]): Work {
  return noted.reduce(apply, work);
}

function apply(work: Work, { report, occurredAt }: Noted): Work {
  switch (report.kind) {
    case 'offer': {
      const offer = work.offers.find(({ taskId }) => taskId === report.taskId);
      const offers = work.offers.filter((one) => one !== offer);
      if (!offer || !report.accepts) return { ...work, offers };
      return { ...work, offers, assignments: [...work.assignments, { ...offer, offeredUntil: null }] };
    }
    case 'stop':
      return afterStop(work, report);
    case 'shift':
      return { ...work, shifts: afterShift(work.shifts, report, occurredAt) };
    case 'read':
      return { ...work, readAt: report.upTo };
    case 'message':
      return withMessage(work, report, occurredAt);
    case 'sequence':
      return {
        ...work,
        routes: work.routes.map((route) =>
          route.id === report.routeId ? { ...route, stops: exchanged(route.stops, report.stopIds) } : route,
        ),
      };
    case 'delivery':
      return {
        ...work,
        assignments: work.assignments.map(
          (assignment): Assignment => ({
            ...assignment,
            packages: assignment.packages.map((one) =>
              one.deliveryId === report.deliveryId ? afterUpdate(one, report) : one,
            ),
          }),
        ),
      };
    default:
      return work;
  }
}

function afterUpdate(one: Package, { update, proofs }: Extract<Report, { kind: 'delivery' }>): Package {
  const good = proofs.filter((proof) => !('status' in proof) || proof.status !== 'failure');
  const proved = new Set<string>(good.map(({ podType }) => podType));
  if (update.pincode !== undefined) proved.add('pincode_verification');
  if (update.pickedItems !== undefined) proved.add('pick_and_pack');
  if (update.returnedItems !== undefined) proved.add('return_condition');
  if (update.collected !== undefined) proved.add('payment_collection');
  const missingReturnProofs = one.missingReturnProofs.filter((name) => !proved.has(name));
  const without = (side: Package['pickup']) => ({
    ...side,
    missingProofs: side.missingProofs.filter((name) => !proved.has(name)),
  });
  return {
    ...one,
    status: update.status ?? one.status,
    missingReturnProofs,
    pickup: without(one.pickup),
    dropoff: without(one.dropoff),
  };
}

/** Statuses that the packages at a stop take with it. */
const STATUSES_OF_PACKAGES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  PICKUP: { ENROUTE: 'pickup_enroute', IN_PROGRESS: 'pickup_arrived', COMPLETED: 'pickup_complete' },
  DROPOFF: { ENROUTE: 'dropoff_enroute', IN_PROGRESS: 'dropoff_arrived', COMPLETED: 'dropoff_complete' },
  RETURN: { ENROUTE: 'return_in_progress', IN_PROGRESS: 'return_arrived', COMPLETED: 'returned' },
};

/** One stop at a time: starting or reaching one leaves the one before it. */
function afterStop(work: Work, { routeId, stopId, status }: Of<'stop'>): Work {
  const stop = work.routes.flatMap(({ stops }) => stops).find(({ id }) => id === stopId);
  const reached = stop && STATUSES_OF_PACKAGES[stop.stopType]?.[status];
  const isUnderWay = (one: string) => one === 'ENROUTE' || one === 'IN_PROGRESS';
  const statusOf = (one: Stop) => {
    if (one.id === stopId) return status;
    return isUnderWay(status) && isUnderWay(one.status) ? 'PENDING' : one.status;
  };
  return {
    ...work,
    routes: work.routes.map((route) =>
      route.id === routeId || isUnderWay(status)
        ? { ...route, stops: route.stops.map((one) => ({ ...one, status: statusOf(one) })) }
        : route,
    ),
    assignments: reached
      ? work.assignments.map((assignment) => ({
          ...assignment,
          packages: assignment.packages.map((one) =>
            stop.deliveryIds.includes(one.deliveryId) && !ENDED.has(one.status)
              ? { ...one, status: reached }
              : one,
          ),
        }))
      : work.assignments,
  };
}

/** Packages of which nothing more is reported by a stop. */
const ENDED: ReadonlySet<string> = new Set(['failed', 'returned', 'dropoff_complete']);

function exchanged(stops: readonly Stop[], wanted: readonly string[]): readonly Stop[] {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const named = wanted.flatMap((id) => {
    const stop = byId.get(id);
    return stop?.status === 'PENDING' ? [stop] : [];
  });
  const places = new Set(named);
  return stops.map((stop) => (places.has(stop) ? named.shift()! : stop));
}

function afterShift(
  shifts: readonly Shift[],
  { shiftId: id, step }: Of<'shift'>,
  at: string,
): readonly Shift[] {
  const known = shifts.find((one) => one.id === id);
  const shift = known ?? {
    id,
    status: 'active',
    plannedStart: at,
    plannedEnd: at,
    startedAt: null,
    endedAt: null,
    isOnBreak: false,
  };
  const next: Shift = {
    ...shift,
    status: step === 'end' ? 'completed' : 'active',
    startedAt: shift.startedAt ?? at,
    endedAt: step === 'end' ? at : shift.endedAt,
    isOnBreak: step === 'startBreak',
  };
  return known ? shifts.map((one) => (one === known ? next : one)) : [...shifts, next];
}

function withMessage(work: Work, { text, deliveryId }: Of<'message'>, at: string): Work {
  const isThere = work.messages.some((one) => one.from === 'driver' && one.text === text && one.at === at);
  if (isThere) return work;
  const { firstName, lastName } = work.driver;
  const message = {
    id: `noted-${at}`,
    from: 'driver' as const,
    author: `${firstName} ${lastName}`,
    text,
    deliveryId: deliveryId ?? null,
    at,
  };
  return { ...work, messages: [...work.messages, message] };
}
