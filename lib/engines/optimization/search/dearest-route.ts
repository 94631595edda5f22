import { UNREACHABLE } from '../problem.ts';
import type { Model, VehicleType } from './compile-model.ts';
import { balanceCents } from './simulate-route.ts';

/**
 * Largest possible difference in cents between routes that serve all visits with a vehicle of this type in different
 * orders: every leg at the price of the longest one from its start, in the slowest traffic, with all waiting and all
 * pauses.
 */
export function dearestRoute(model: Model, type: VehicleType): number {
  const { vehicle, travel, startPoint, endPoint, centsPerMetre, centsPerSecond } = type;
  const { points, visits, service, windowFrom, problem } = model;
  const longest = (table: Int32Array, from: number): number => {
    let most = 0;
    for (let n = 0; n <= visits; n++) {
      const arc = from * points + (n === visits ? endPoint : n);
      if (travel.way[arc]! < UNREACHABLE) most = Math.max(most, table[arc]!);
    }
    return most;
  };
  const slowest = Math.min(100, ...(travel.traffic?.percent ?? []));
  let metres = longest(travel.distance, startPoint);
  let ways = longest(travel.way, startPoint);
  let seconds = vehicle.departureDelay;
  for (let visit = 0; visit < visits; visit++) {
    metres += longest(travel.distance, visit);
    ways += longest(travel.way, visit);
    seconds += service[visit]! + vehicle.parkingTime;
  }
  seconds += Math.ceil((ways * 100) / slowest);
  seconds += windowFrom.reduce((latest, from) => Math.max(latest, from), 0);
  for (const entry of vehicle.breaks)
    seconds +=
      entry.kind === 'window'
        ? entry.window.from + entry.duration
        : Math.ceil(seconds / entry.after) * entry.duration;
  return (
    metres * centsPerMetre +
    seconds * centsPerSecond +
    visits * vehicle.cost.centsPerStop +
    balanceCents(problem.balance, vehicle, model.jobs, metres, seconds)
  );
}
