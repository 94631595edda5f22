import type { Report } from './reports.ts';
import type { Assignment, Package, Work } from './work.ts';

/** The work as it will be when these reports have been carried out: the driver sees at once what was done. */
export function applyReports(work: Work, reports: readonly Report[]): Work {
  return reports.reduce(apply, work);
}

function apply(work: Work, report: Report): Work {
  switch (report.kind) {
    case 'offer': {
      const offer = work.offers.find(({ taskId }) => taskId === report.taskId);
      const offers = work.offers.filter((one) => one !== offer);
      if (!offer || !report.accepts) return { ...work, offers };
      return { ...work, offers, assignments: [...work.assignments, { ...offer, offeredUntil: null }] };
    }
    case 'stop':
      return {
        ...work,
        routes: work.routes.map((route) =>
          route.id === report.routeId
            ? {
                ...route,
                stops: route.stops.map((stop) =>
                  stop.id === report.stopId ? { ...stop, status: report.status } : stop,
                ),
              }
            : route,
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
  const proved = new Set<string>(proofs.map(({ podType }) => podType));
  if (update.pincode !== undefined) proved.add('pincode_verification');
  const without = (side: Package['pickup']) => ({
    ...side,
    missingProofs: side.missingProofs.filter((name) => !proved.has(name)),
  });
  return {
    ...one,
    status: update.status ?? one.status,
    pickup: without(one.pickup),
    dropoff: without(one.dropoff),
  };
}
