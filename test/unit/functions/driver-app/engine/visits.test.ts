import { expect, test } from 'vitest';
import { workExample } from '../../../../../functions/api/driver/work-schema.ts';
import { applyReports as applied } from '../../../../../functions/driver-app/engine/apply-reports.ts';
import {
  type Report,
  reportsOf,
  type Step,
  stepsAt,
} from '../../../../../functions/driver-app/engine/reports.ts';
import { nextVisit, toursOf, type Visit } from '../../../../../functions/driver-app/engine/visits.ts';
import type { Work } from '../../../../../functions/driver-app/engine/work.ts';

/** The work of the API's own document: the app reads what the API writes. */
const ROUTE: Work = workExample;

/** The same package without a route. */
const ALONE: Work = {
  ...ROUTE,
  routes: [],
  assignments: ROUTE.assignments.map((one) => ({ ...one, routeId: null })),
};

/** The work after reports of an instant. */
const applyReports = (work: Work, reports: readonly Report[]) =>
  applied(
    work,
    reports.map((report) => ({ report, occurredAt: '2026-03-05T17:30:00.000Z' })),
  );

const visitsOf = (work: Work) => toursOf(work).flatMap(({ visits }) => visits);

function after(work: Work, kind: Visit['kind'], ...steps: readonly Step[]): Work {
  return steps.reduce((before, step) => {
    const visit = visitsOf(before).find((one) => one.kind === kind);
    if (!visit || !stepsAt(visit).includes(step)) throw new Error(`${step} is not possible.`);
    return applyReports(before, reportsOf(visit, step));
  }, work);
}

test('45 4 a stop of a route is a visit with its place, packages and missing proofs', () => {
  const [visit] = visitsOf(ROUTE);
  expect(visit).toMatchObject({
    kind: 'dropoff',
    state: 'waiting',
    place: { address: '100 Valencia St, San Francisco, CA 94110, US' },
    missing: [{ proof: 'photo_proof_of_delivery' }],
    stop: { routeId: ROUTE.routes[0]?.id },
  });
});

test('45 4 packages without a route are a pickup and a dropoff', () => {
  expect(visitsOf(ALONE).map(({ kind, state }) => [kind, state])).toEqual([
    ['pickup', 'waiting'],
    ['dropoff', 'waiting'],
  ]);
});

test('45 4 what was noted shows at once: started, arrived, completed, and the next one comes up', () => {
  const picked = after(ALONE, 'pickup', 'start', 'arrive', 'complete');
  expect(nextVisit(visitsOf(picked))?.kind).toBe('dropoff');
  const driven = after(picked, 'dropoff', 'start', 'arrive');
  expect(visitsOf(driven).map(({ state }) => state)).toEqual(['done', 'arrived']);
});

test('45 4 a skipped stop can be resumed, a failed one names its reason for every package', () => {
  const skipped = after(ROUTE, 'dropoff', 'skip');
  expect(stepsAt(visitsOf(skipped)[0]!)).toEqual(['resume']);
  expect(visitsOf(after(skipped, 'dropoff', 'resume'))[0]?.state).toBe('waiting');
  const reports = reportsOf(visitsOf(ROUTE)[0]!, 'fail', {
    failure: 'customer_unavailable',
    words: 'No bell',
  });
  expect(reports).toMatchObject([
    {
      kind: 'delivery',
      update: { status: 'failed', failure: { code: 'customer_unavailable', reason: 'No bell' } },
    },
    { kind: 'stop', status: 'FAILED', reason: 'No bell' },
  ]);
});

test('45 5 a noted proof is no longer missing, and only that one', () => {
  const { deliveryId } = ROUTE.assignments[0]!.packages[0]!;
  const proved = applyReports(ROUTE, [
    {
      kind: 'delivery',
      deliveryId,
      update: {},
      proofs: [{ podType: 'photo_proof_of_delivery', fileId: 'f' }],
    },
  ]);
  expect(visitsOf(proved)[0]?.missing).toEqual([]);
  const other = applyReports(ROUTE, [
    { kind: 'delivery', deliveryId, update: { pincode: '0123' }, proofs: [] },
  ]);
  expect(visitsOf(other)[0]?.missing).toHaveLength(1);
});

test('45 4 an accepted offer becomes work, a declined one goes', () => {
  const [offer] = ALONE.assignments;
  const offered = { ...ALONE, assignments: [], offers: [{ ...offer!, offeredUntil: ALONE.at }] };
  const { taskId } = offer!;
  expect(applyReports(offered, [{ kind: 'offer', taskId, accepts: true }])).toEqual(ALONE);
  expect(applyReports(offered, [{ kind: 'offer', taskId, accepts: false }])).toMatchObject({
    offers: [],
    assignments: [],
  });
});

const picked = (work: Work): Work => ({
  ...work,
  assignments: work.assignments.map((one) => ({
    ...one,
    packages: one.packages.map((parcel) => ({ ...parcel, status: 'pickup_complete' })),
  })),
});

test('45 4 a package that is brought back leaves its dropoff and is a visit at its pickup', () => {
  const [dropoff] = visitsOf(picked(ROUTE));
  expect(stepsAt(dropoff!)).toContain('bringBack');
  const back = applyReports(picked(ROUTE), reportsOf(dropoff!, 'bringBack', { words: 'Nobody there' }));
  expect(visitsOf(back).map(({ kind, state }) => [kind, state])).toEqual([
    ['dropoff', 'failed'],
    ['return', 'waiting'],
  ]);
  expect(stepsAt(visitsOf(back)[1]!)).toEqual(['arrive']);
  expect(visitsOf(after(back, 'return', 'arrive', 'complete'))[1]?.state).toBe('done');
  expect(stepsAt(visitsOf(ROUTE)[0]!)).not.toContain('bringBack');
});

test('45 4 breaks and the ends of a route are visits of their own kind', () => {
  const [stop] = ROUTE.routes[0]!.stops;
  const typed = (stopType: string) => ({ ...stop!, id: stopType, stopType, deliveryIds: [] });
  const stops = ['ROUTE_START', 'DRIVER_BREAK', 'ROUTE_END'].map(typed);
  const visits = visitsOf({ ...ROUTE, routes: [{ ...ROUTE.routes[0]!, stops }] });
  expect(visits.map(({ kind }) => kind)).toEqual(['departure', 'break', 'end']);
  expect(stepsAt(visits[1]!)[0]).toBe('arrive');
});

test('45 4 open stops exchange their places; the others stay', () => {
  const [stop] = ROUTE.routes[0]!.stops;
  const stops = ['a', 'b', 'c', 'd'].map((id) => ({
    ...stop!,
    id,
    status: id === 'a' ? 'COMPLETED' : 'PENDING',
  }));
  const work = { ...ROUTE, routes: [{ ...ROUTE.routes[0]!, stops }] };
  const report: Report = { kind: 'sequence', routeId: work.routes[0]!.id, stopIds: ['a', 'd', 'b', 'gone'] };
  expect(applyReports(work, [report]).routes[0]?.stops.map(({ id }) => id)).toEqual(['a', 'd', 'c', 'b']);
});
