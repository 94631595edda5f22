import { reason } from './changes.ts';
import { type Job, type Problem, type Stop, UNREACHABLE, type Vehicle } from './problem.ts';
import { changesBefore, easiest, type Judging, judge, type Remedy } from './remedies.ts';
import { compileModel } from './search/compile-model.ts';
import { createSimulator } from './search/simulate-route.ts';
import type { Reason } from './solution.ts';

/**
 * The facts that keep a job off every vehicle even without any other job: no search changes them, and no time limit hides
 * them. Empty where some vehicle could serve the job alone. Breaks are looked into only while `mayLinger` returns true.
 */
export type RuleOut = (job: number, mayLinger: () => boolean) => readonly Reason[];

/**
 * Prepares to rule jobs out. A reason names changes that suffice on an idle vehicle; where all that could be changed are in
 * use, it names none.
 */
export function createRuleOut(problem: Problem, isIdle: (vehicle: number) => boolean): RuleOut {
  const kinds = vehicleKinds(problem, isIdle);
  const onBoard = Map.groupBy(problem.jobs, (job) => job.onBoard);
  const goodsWith = (job: Job, { id }: Vehicle) => (onBoard.get(id) ?? []).filter((other) => other !== job);
  return (index, mayLinger) => {
    const job = problem.jobs[index]!;
    const possible = kinds.filter(({ vehicle: { id } }) => (job.onBoard ?? id) === id);
    const able = possible.filter(({ vehicle }) => mayServe(problem, vehicle, job, goodsWith(job, vehicle)));
    if (able.some(({ vehicle }) => !mayNeedMore(problem, vehicle))) return [];
    if (able.length > 0 && !mayLinger()) return [];
    const remedies: Remedy[] = [];
    const codes: Remedy[] = [];
    for (const { vehicle, idle } of possible) {
      const judging = aloneOn(problem, vehicle, job, goodsWith(job, vehicle));
      const before = changesBefore(problem, job, idle ?? problem.vehicles.indexOf(vehicle), false);
      const verdict = judge(judging, 0, { vehicle: 0, sequence: [], before }, () => true);
      if (verdict === 'fits') return [];
      if (verdict === 'no way') continue;
      codes.push(...verdict);
      if (idle !== undefined) remedies.push(...verdict);
    }
    if (remedies.length > 0) return easiest(remedies, true);
    if (codes.length > 0) return easiest(codes, true).map(({ code }) => reason(code, [], true));
    return possible.length === 0 ? [] : [reason('UNREACHABLE', [], true)];
  };
}

interface Kind {
  /** One of the kind: one that would serve the job alone, if there is any. */
  readonly vehicle: Vehicle;
  /** Its place among the vehicles when it is idle and drives for one order. */
  readonly idle: number | undefined;
}

/** Vehicles that differ for a job that is alone on one; those that jobs are bound to are kinds of their own. */
function vehicleKinds({ jobs, vehicles }: Problem, isIdle: (vehicle: number) => boolean): readonly Kind[] {
  const named = new Set(jobs.flatMap(({ lock, onBoard }) => [lock?.vehicle, onBoard]));
  const kinds = new Map<string, Kind>();
  for (const [index, vehicle] of vehicles.entries()) {
    const { cost: _, balancePercent: __, minOrders, ...same } = vehicle;
    const key = JSON.stringify({ ...same, id: named.has(vehicle.id) ? vehicle.id : '' });
    // One job more does not suffice on an idle vehicle that drives only with several.
    const idle = isIdle(index) && minOrders <= 1 ? index : undefined;
    if (!kinds.has(key) || (idle !== undefined && kinds.get(key)!.idle === undefined))
      kinds.set(key, { vehicle, idle });
  }
  return [...kinds.values()];
}

/** Whether a schedule of the vehicle may be longer than driving, waiting and serving take. */
function mayNeedMore({ travel }: Problem, { breaks, profile, maxDuration }: Vehicle): boolean {
  return breaks.length > 0 || travel[profile]!.speedPeriods !== undefined || maxDuration < Infinity;
}

/**
 * Whether a vehicle could serve a job alone as far as loads, capabilities, ways and windows say, without breaks and at the
 * speed of free roads.
 */
function mayServe(problem: Problem, vehicle: Vehicle, job: Job, onBoard: readonly Job[]): boolean {
  if ((job.lock?.vehicle ?? job.onBoard ?? vehicle.id) !== vehicle.id) return false;
  if (job.requires.some((name) => !vehicle.capabilities.includes(name))) return false;
  const isTooMuch = (most: number, d: number) =>
    onBoard.reduce((sum, { load }) => sum + load[d]!, job.load[d]!) > most;
  if (vehicle.maxOrders < 1 || vehicle.capacity.some(isTooMuch)) return false;
  const { durations, distances, speedPeriods = [] } = problem.travel[vehicle.profile]!;
  const fastest = Math.max(100, ...speedPeriods.map(({ percent }) => percent));
  let metres = 0;
  let stops = 0;
  let now = vehicle.shift.from + vehicle.departureDelay;
  let place = vehicle.start;
  const drive = (to: number | undefined): boolean => {
    if (place === undefined || to === undefined) return true;
    const at = place * problem.locationCount + to;
    if (durations[at]! >= UNREACHABLE) return false;
    metres += distances[at]!;
    now += Math.floor((Math.ceil((durations[at]! * 100) / vehicle.speedPercent) * 100) / fastest);
    return true;
  };
  const visit = (stop: Stop): boolean => {
    if (!drive(stop.location)) return false;
    if (place !== stop.location) {
      now += vehicle.parkingTime;
      stops++;
    }
    place = stop.location;
    const open = stop.windows.find(({ to }) => now <= to);
    if (open === undefined) return false;
    now = Math.max(now, open.from) + stop.doorstep + stop.service;
    return true;
  };
  if (job.pickup !== undefined && !visit(job.pickup)) return false;
  if (!visit(job.stop) || !drive(vehicle.end)) return false;
  return now <= vehicle.shift.to && metres <= vehicle.maxDistance && stops <= vehicle.maxStops;
}

/** What judges a job alone on one vehicle, with the goods that are on board of it. */
function aloneOn(problem: Problem, vehicle: Vehicle, job: Job, onBoard: readonly Job[]): Judging {
  const alone = {
    ...job,
    lock: undefined,
    sequenceGroup: undefined,
    onBoard: job.onBoard === vehicle.id ? vehicle.id : undefined,
  };
  const model = compileModel({
    ...problem,
    jobs: [alone, ...onBoard],
    vehicles: [{ ...vehicle, minOrders: 0 }],
    initialRoutes: [],
  });
  return { model, simulator: createSimulator(model) };
}
