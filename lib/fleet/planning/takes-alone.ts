import { defineProblem, type JobInput, solve } from '../../engines/optimization/index.ts';
import { estimatedTravel } from '../../engines/travel/index.ts';
import type { BuiltProblem } from './build-problem.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import { travelTables } from './places.ts';

/** Whether the vehicle would drive for this order alone, as far as windows, hours, ways and prices say. */
export async function takesAlone(
  { input, points, avoid, depot }: Pick<BuiltProblem, 'input' | 'points' | 'avoid' | 'depot'>,
  vehicle: FleetVehicle,
  job: JobInput,
  loading: number,
): Promise<boolean> {
  const places = [vehicle.depot ?? depot];
  const at = <Stop extends { readonly location: number }>(stop: Stop): Stop => ({
    ...stop,
    location: places.push(points[stop.location]!) - 1,
  });
  const { sequenceGroup: _, ...free } = job;
  const alone: JobInput =
    free.kind === 'pair'
      ? { ...free, pickup: at(free.pickup), delivery: at(free.delivery) }
      : { ...free, stop: at(free.stop) };
  const departureDelay = (vehicle.input.departureDelay ?? 0) + loading;
  const vehicles = [{ ...vehicle.input, departureDelay, start: 0, end: 0 }];
  const tables = await travelTables(estimatedTravel(), places, vehicles, { avoid });
  const { dimensions } = input;
  const travel = { locationCount: places.length, tables };
  const { unassigned } = await solve(
    defineProblem({ dimensions, jobs: [alone], vehicles, fleetUse: 'as-needed', travel }),
    { iterations: 1 },
  );
  return unassigned.length === 0;
}
