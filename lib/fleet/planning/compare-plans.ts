import * as z from 'zod';
import {
  type Costs,
  defineProblem,
  type Problem,
  type ProblemInput,
  type Route,
  resequence,
} from '../../engines/optimization/index.ts';
import type { BuiltProblem, ExistingRoute, MeasuredRoute } from './build-problem.ts';

const figures = z.object({
  routes: z.int(),
  orders: z.int(),
  /** What the vehicles cost, without the price of moves and other preferences. */
  costCents: z.int(),
  distance: z.int(),
  duration: z.int(),
  lateOrders: z.int(),
});

/** A new plan against the routes that were there before. */
export const planComparison = z.object({
  /** The routes as they were, on the same roads and at the same prices. */
  before: figures,
  after: figures,
  /** Orders that leave their route; a null `toRouteId` is a new route. */
  moved: z.array(
    z.object({ orderId: z.string(), fromRouteId: z.string(), toRouteId: z.string().nullable() }),
  ),
  /** Orders that were on none of the routes and are on one now. */
  added: z.array(z.string()),
  /** Orders that were on one of the routes and for which the plan has no place. */
  leftOut: z.array(z.string()),
});
export type PlanComparison = z.infer<typeof planComparison>;

/** Measures existing routes in their present order, on the roads of a problem that has all of their orders. */
export async function measureRoutes(
  input: ProblemInput,
  existing: readonly ExistingRoute[],
): Promise<readonly MeasuredRoute[]> {
  const problem = atAnyTime(input);
  const measured: MeasuredRoute[] = [];
  for (const { routeId, vehicle, jobs } of existing) {
    if (jobs.length === 0) continue;
    const found = await resequence(problem, { vehicle, jobs }, { iterations: 0 });
    if (!found.ok) throw new Error(`Route ${routeId} cannot be driven in its own order.`);
    const late = new Set(found.violations.filter(({ kind }) => kind === 'LATE').map(({ job }) => job));
    const tooLate = latePickups(input, found.route);
    measured.push({
      routeId,
      ...figuresOf(found.route),
      lateOrders: new Set([...late, ...tooLate]).size,
    });
  }
  return measured;
}

/** The problem without what would keep a route from being driven in its order: that is counted instead. */
function atAnyTime(input: ProblemInput): Problem {
  return defineProblem({
    ...input,
    initialRoutes: [],
    jobs: input.jobs.map(({ sequencePriority: _1, sequenceGroup: _2, lock: _3, ...job }) =>
      job.kind === 'pair'
        ? { ...job, pickup: { ...job.pickup, windows: fromStart(job.pickup.windows) } }
        : job.kind === 'pickup'
          ? { ...job, stop: { ...job.stop, windows: fromStart(job.stop.windows) } }
          : job,
    ),
  });
}

/** Waits for the first window, and is never too late. */
const fromStart = (windows: readonly { readonly from: number }[] = []) =>
  windows.length === 0 ? [] : [{ from: windows[0]!.from, to: LATEST }];

const LATEST = 10 * 86_400;

function latePickups({ jobs }: ProblemInput, { visits }: Route): readonly string[] {
  const endOf = new Map(
    jobs.flatMap((job) => {
      const stop = job.kind === 'pair' ? job.pickup : job.kind === 'pickup' ? job.stop : undefined;
      const end = stop?.windows?.at(-1)?.to;
      return end === undefined ? [] : [[job.id, end] as const];
    }),
  );
  return visits
    .filter(
      ({ kind, job, start }) => kind === 'pickup' && start > (endOf.get(job) ?? Number.POSITIVE_INFINITY),
    )
    .map(({ job }) => job);
}

/** What driving a route costs, without prices for the orders on it. */
export function drivingCents({ fixed, distance, time, stops }: Costs): number {
  return Math.round(fixed + distance + time + stops);
}

function figuresOf(route: Route) {
  return {
    orders: new Set(route.visits.map(({ job }) => job)).size,
    costCents: drivingCents(route.costs),
    distance: route.distance,
    duration: route.end - route.start,
  };
}

/** Compares the new routes with those before. */
export function comparePlans(
  { existing = [] }: Pick<BuiltProblem, 'existing'>,
  before: readonly MeasuredRoute[],
  routes: readonly Route[],
): PlanComparison {
  const idOf = new Map(existing.map(({ vehicle, routeId }) => [vehicle, routeId]));
  const from = new Map(existing.flatMap(({ routeId, jobs }) => jobs.map((job) => [job, routeId] as const)));
  const to = new Map(
    routes.flatMap(({ vehicle, visits }) =>
      visits.map(({ job }) => [job, idOf.get(vehicle) ?? null] as const),
    ),
  );
  return {
    before: totalOf(before),
    after: totalOf(routes.map((route) => ({ ...figuresOf(route), lateOrders: 0 }))),
    moved: [...from].flatMap(([orderId, fromRouteId]) => {
      const toRouteId = to.get(orderId);
      return toRouteId === undefined || toRouteId === fromRouteId
        ? []
        : [{ orderId, fromRouteId, toRouteId }];
    }),
    added: [...to.keys()].filter((orderId) => !from.has(orderId)),
    leftOut: [...from.keys()].filter((orderId) => !to.has(orderId)),
  };
}

function totalOf(routes: readonly Omit<MeasuredRoute, 'routeId'>[]): PlanComparison['before'] {
  const total = (name: keyof Omit<MeasuredRoute, 'routeId'>) =>
    routes.reduce((sum, route) => sum + route[name], 0);
  return {
    routes: routes.length,
    orders: total('orders'),
    costCents: total('costCents'),
    distance: total('distance'),
    duration: total('duration'),
    lateOrders: total('lateOrders'),
  };
}
