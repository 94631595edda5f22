import type { JobInput } from '../../engines/optimization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { isSamePlace } from '../routes/index.ts';
import { type BuiltProblem, loadingSeconds } from './build-problem.ts';
import { dayClock } from './clock-of-day.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import type { OptimizationResult } from './plan-result.ts';
import type { OptimizationRequest } from './request-optimization.ts';
import type { SpareOffer } from './spare-offer.ts';
import { findSpareVehicles, type SpareVehicle } from './spare-vehicles.ts';
import { takesAlone } from './takes-alone.ts';

/** Vehicles that are offered for an order. */
const MAX_OFFERED = 3;

/** Vehicles that are tried for an order, each in about a millisecond. */
const MAX_TRIED = 12;

/** Orders that vehicles are looked for. */
const MAX_ORDERS = 200;

type Unassigned = OptimizationResult['unassignedOrders'];

/**
 * The orders that a run left out, with up to three vehicles of the organization each: those that the run did not have, that no
 * route has at its time, and that could take the order by themselves. Beside the others' routes such a vehicle is enough. Roads
 * are estimated. An order that nothing was tried for, or that came after the first 200, has no list.
 */
export async function offerSpareVehicles(
  deps: Pick<CoreDeps, 'table'>,
  organizationId: string,
  run: BuiltProblem,
  { settings, day, listShards }: OptimizationRequest,
  unassigned: Unassigned,
): Promise<Unassigned> {
  if (unassigned.length === 0 || run.until === undefined) return unassigned;
  const found = await findSpareVehicles(deps, organizationId, {
    settings,
    range: { from: run.departAt, to: run.until },
    clock: dayClock(run.departAt),
    fleet: run.vehicles,
    routeIds: day?.routeIds ?? [],
    listShards,
  });
  const spares = found.filter(({ vehicle }) => startsWithTheRun(run, vehicle));
  const loading = loadingSeconds(run.input.jobs, settings);
  const jobs = new Map(run.input.jobs.map((job) => [job.id, job]));
  const offered: Unassigned[number][] = [];
  for (const [index, left] of unassigned.entries()) {
    const job = jobs.get(left.orderId);
    if (index >= MAX_ORDERS || !job || !mayBeAlone(job, left, run)) offered.push(left);
    else offered.push({ ...left, spareVehicles: await offersFor(run, job, spares, loading) });
  }
  return offered;
}

/** Whether it is known that the order was tried, and nothing binds it to a vehicle or to other orders. */
function mayBeAlone(
  { id, lock, sequenceGroup }: JobInput,
  left: Unassigned[number],
  run: BuiltProblem,
): boolean {
  return (
    left.reasons.some(({ code }) => code !== 'NOT_TRIED') &&
    lock === undefined &&
    (sequenceGroup === undefined ||
      !run.input.jobs.some((job) => job.id !== id && job.sequenceGroup === sequenceGroup))
  );
}

/** Whether a vehicle starts where one of the run does; one that starts elsewhere would change how orders are loaded. */
function startsWithTheRun(run: BuiltProblem, { depot }: FleetVehicle): boolean {
  const start = depot ?? run.depot;
  return run.vehicles.length === 0
    ? isSamePlace(start, run.depot)
    : run.vehicles.some((vehicle) => isSamePlace(vehicle.depot ?? run.depot, start));
}

async function offersFor(
  run: BuiltProblem,
  job: JobInput,
  spares: readonly SpareVehicle[],
  loading: number,
): Promise<SpareOffer[]> {
  const offers: SpareOffer[] = [];
  const possible = spares.filter(({ vehicle }) => mayHold(vehicle, job));
  for (const { vehicle, driverName } of possible.slice(0, MAX_TRIED)) {
    if (!(await takesAlone(run, vehicle, job, loading))) continue;
    const { vehicleId, name, driverGroupId, courierId } = vehicle;
    offers.push({ vehicleId: vehicleId!, name, driverGroupId: driverGroupId!, courierId, driverName });
    if (offers.length === MAX_OFFERED) break;
  }
  return offers;
}

function mayHold({ input }: FleetVehicle, { load = [], requires = [] }: JobInput): boolean {
  const { capacity = [], capabilities = [] } = input;
  return (
    load.every((amount, d) => amount <= (capacity[d] ?? amount)) &&
    requires.every((name) => capabilities.includes(name))
  );
}
