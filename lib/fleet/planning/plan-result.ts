import * as z from 'zod';
import type { BreakInput, Route, Unassigned } from '../../engines/optimization/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import { type BreakRule, breakRuleSchema } from '../routes/index.ts';
import type { BuiltProblem, MeasuredRoute } from './build-problem.ts';
import { type DayClock, dayClock } from './clock-of-day.ts';
import { comparePlans, planComparison } from './compare-plans.ts';
import { centsOfMoves } from './existing-routes.ts';
import { remedyEdit } from './remedy-edits.ts';
import { remedyStep } from './remedy-steps.ts';
import { spareOffer } from './spare-offer.ts';
import { REMEDY_TARGETS, wordReasons } from './word-reasons.ts';

const point = z.object({ lat: z.number(), lng: z.number() });

const plannedStop = z.object({
  stopType: z.enum(['PICKUP', 'DROPOFF', 'DRIVER_BREAK', 'ROUTE_START', 'ROUTE_END']),
  objectIds: z.array(z.string()),
  location: point.nullable(),
  arrivalTime: z.string(),
  departTime: z.string(),
  serviceTime: z.int(),
  distanceFromPrevious: z.int(),
  durationFromPrevious: z.int(),
  /** `reload: true` at a pickup after a dropoff: the vehicle has come back to load. */
  metadata: z.record(z.string(), z.unknown()).optional(),
  /** When a break may be taken. */
  breakRule: breakRuleSchema.nullable().default(null),
});
type PlannedStop = z.infer<typeof plannedStop>;

const plannedRoute = z.object({
  /** The saved route; null while it is only proposed. */
  id: z.string().nullable(),
  /** The existing route that it replaces; null = it is a new one. */
  replaces: z.string().nullable().default(null),
  driverGroupId: z.string().nullable(),
  vehicleId: z.string().nullable(),
  courierId: z.string().nullable(),
  shiftId: z.string().nullable(),
  stops: z.array(plannedStop),
  metrics: z.object({
    orders: z.int(),
    distance: z.int(),
    duration: z.int(),
    costCents: z.int(),
  }),
});

/** The result of an optimization (decision C54). */
export const optimizationResult = z.object({
  routes: z.array(plannedRoute),
  unassignedOrders: z.array(
    z.object({
      orderId: z.string(),
      reasons: z.array(
        z.object({
          code: z.string(),
          message: z.string(),
          /** The code of the message, and the steps of the remedy: for screens in other languages. Absent in older results. */
          messageCode: z.string().optional(),
          remedy: z.string().nullable(),
          remedySteps: z.array(remedyStep).nullable().optional(),
          target: z
            .object({ type: z.enum(REMEDY_TARGETS), id: z.string() })
            .nullable()
            .optional(),
          edits: z.array(remedyEdit).nullable().optional(),
        }),
      ),
      /** Vehicles that the run did not have and that are enough for the order; absent where none was looked for. */
      spareVehicles: z.array(spareOffer).optional(),
    }),
  ),
  costCents: z.int(),
  isEstimate: z.boolean(),
  /** Against the routes before: none of them, where only orders without a route were planned. Absent in older results. */
  comparison: planComparison.optional(),
  /** What else a request for the same plan names, besides its orders and routes. */
  plannedWith: z
    .object({
      optimizationStrategyId: z.string().optional(),
      contractIds: z.array(z.string()).optional(),
      spareVehicleIds: z.array(z.string()).optional(),
      moveCents: z.int().optional(),
      frozenStops: z.int().optional(),
      frozenStopIds: z.array(z.string()).optional(),
    })
    .optional(),
});
export type OptimizationResult = z.infer<typeof optimizationResult>;

/** Result of the solver, over the locations of the whole run. */
export interface SolvedRun {
  readonly routes: readonly Route[];
  readonly unassigned: readonly Unassigned[];
  /** Cents. */
  readonly cost: number;
}

/** The solver's plan in the terms of the service. */
export function resultOf(
  run: BuiltProblem,
  solution: SolvedRun,
  isEstimate: boolean,
  before: readonly MeasuredRoute[] = [],
): OptimizationResult {
  const used = new Set(solution.routes.map(({ vehicle }) => vehicle));
  return {
    routes: solution.routes
      .filter(({ visits }) => visits.length > 0)
      .map((route) => routeOf(run, route, dayClock(run.departAt))),
    unassignedOrders: solution.unassigned.map(({ job, reasons }) => ({
      orderId: job,
      reasons: wordReasons(run, used, job, reasons).map(({ edits, remedySteps, ...reason }) => ({
        ...reason,
        remedySteps: remedySteps && [...remedySteps],
        edits: edits && [...edits],
      })),
    })),
    costCents: Math.round(
      solution.routes.reduce((cost, route) => cost - centsOfMoves(run, route), solution.cost),
    ),
    isEstimate,
    comparison: comparePlans(
      run,
      before,
      solution.routes.filter(({ visits }) => visits.length > 0),
    ),
  };
}

function routeOf(run: BuiltProblem, route: Route, clock: DayClock): OptimizationResult['routes'][number] {
  const vehicle = run.vehicles.find(({ input }) => input.id === route.vehicle);
  if (!vehicle) throw new Error(`The plan has the vehicle ${route.vehicle}, which the run does not.`);
  const at = (seconds: number) => clock.instantOf(seconds);
  const depot = vehicle.depot ?? run.depot;
  const stops: PlannedStop[] = [
    {
      ...endStop('ROUTE_START', depot, at(route.start), 0, 0),
      departTime: at(route.start + (vehicle.input.departureDelay ?? 0)),
    },
  ];
  const pauses = (index: number) =>
    route.breaks
      .filter(({ beforeVisit }) => beforeVisit === index)
      .map(
        ({ start, end, break: rule }): PlannedStop => ({
          stopType: 'DRIVER_BREAK',
          objectIds: [`break-at-${start - route.start}`],
          location: null,
          arrivalTime: at(start),
          departTime: at(end),
          serviceTime: end - start,
          distanceFromPrevious: 0,
          durationFromPrevious: 0,
          breakRule: ruleOf(vehicle.input.breaks?.[rule], clock),
        }),
      );
  const pausedUntil = (index: number) =>
    route.breaks.filter(({ beforeVisit }) => beforeVisit === index).map(({ end }) => end);
  let lastLocation = -1;
  for (const [index, visit] of route.visits.entries()) {
    const paused = pauses(index);
    stops.push(...paused);
    const stopType = visit.kind === 'pickup' ? 'PICKUP' : 'DROPOFF';
    const last = stops.at(-1);
    if (paused.length === 0 && last?.stopType === stopType && lastLocation === visit.location) {
      // Consecutive visits at one place are one stop.
      stops[stops.length - 1] = {
        ...last,
        objectIds: [...last.objectIds, visit.job],
        departTime: at(visit.departure),
        serviceTime: last.serviceTime + visit.departure - visit.start,
      };
      continue;
    }
    lastLocation = visit.location;
    const isReload = stopType === 'PICKUP' && stops.some((stop) => stop.stopType === 'DROPOFF');
    stops.push({
      stopType,
      ...(isReload ? { metadata: { reload: true } } : {}),
      objectIds: [visit.job],
      location: run.points[visit.location] ?? null,
      // A break between the arrival and the service comes first.
      arrivalTime: at(Math.max(visit.arrival, ...pausedUntil(index))),
      departTime: at(visit.departure),
      serviceTime: visit.departure - visit.start,
      distanceFromPrevious: visit.distanceFromPrevious,
      durationFromPrevious: visit.travelFromPrevious,
      breakRule: null,
    });
  }
  stops.push(...pauses(route.visits.length));
  const driven = route.visits.reduce((sum, visit) => sum + visit.travelFromPrevious, 0);
  const metres = route.visits.reduce((sum, visit) => sum + visit.distanceFromPrevious, 0);
  stops.push(endStop('ROUTE_END', depot, at(route.end), route.distance - metres, route.travelTime - driven));
  return {
    id: null,
    replaces: run.existing?.find((one) => one.vehicle === route.vehicle)?.routeId ?? null,
    driverGroupId: vehicle.driverGroupId,
    vehicleId: vehicle.vehicleId,
    courierId: vehicle.courierId,
    shiftId: vehicle.shift?.id ?? null,
    stops,
    metrics: {
      orders: new Set(route.visits.map(({ job }) => job)).size,
      distance: route.distance,
      duration: route.end - route.start,
      costCents: Math.round(route.costs.total - centsOfMoves(run, route)),
    },
  };
}

/** The rule of a break on the clock of the day; the solver's window is that of its start. */
function ruleOf(rule: BreakInput | undefined, clock: DayClock): BreakRule | null {
  if (rule === undefined) return null;
  if (rule.kind === 'after-work') return { kind: 'after-work', seconds: rule.after };
  const { from, to } = rule.window;
  return { kind: 'window', from: clock.instantOf(from), to: clock.instantOf(to + rule.duration) };
}

function endStop(
  stopType: 'ROUTE_START' | 'ROUTE_END',
  location: Point,
  time: string,
  distance: number,
  duration: number,
): PlannedStop {
  return {
    stopType,
    objectIds: [],
    location: { ...location },
    arrivalTime: time,
    departTime: time,
    serviceTime: 0,
    distanceFromPrevious: Math.max(0, distance),
    durationFromPrevious: Math.max(0, duration),
    breakRule: null,
  };
}
