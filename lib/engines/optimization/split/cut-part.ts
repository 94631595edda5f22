import type { InitialRouteInput, JobInput, ProblemInput, StopInput, VehicleInput } from '../problem.ts';
import type { PlanPart } from './split-plan.ts';

/** A part as the input of a separate problem, with only the locations that it uses. */
export interface CutPart {
  readonly jobs: readonly JobInput[];
  readonly vehicles: readonly VehicleInput[];
  readonly initialRoutes: readonly InitialRouteInput[];
  /** For each location of the part, its location in the whole problem. */
  readonly locations: readonly number[];
}

/** Cuts a part out of a problem's input. */
export function cutPart(whole: Pick<ProblemInput, 'jobs' | 'vehicles'>, part: PlanPart): CutPart {
  const jobIds = new Set(part.jobs);
  const vehicleIds = new Set(part.vehicles);
  const locations: number[] = [];
  const known = new Map<number, number>();
  const at = (location: number): number => {
    const index = known.get(location) ?? locations.push(location) - 1;
    known.set(location, index);
    return index;
  };
  const stop = (of: StopInput): StopInput => ({ ...of, location: at(of.location) });
  const jobs = whole.jobs
    .filter(({ id }) => jobIds.has(id))
    .map(
      (job): JobInput =>
        job.kind === 'pair'
          ? { ...job, pickup: stop(job.pickup), delivery: stop(job.delivery) }
          : { ...job, stop: stop(job.stop) },
    );
  const vehicles = whole.vehicles
    .filter(({ id }) => vehicleIds.has(id))
    .map(
      (vehicle): VehicleInput => ({
        ...vehicle,
        ...(vehicle.start === undefined ? {} : { start: at(vehicle.start) }),
        ...(vehicle.end === undefined ? {} : { end: at(vehicle.end) }),
      }),
    );
  return { jobs, vehicles, initialRoutes: part.routes, locations };
}
