import type { Model } from '../compile-model.ts';

/** What each visit uses of a limited resource of a vehicle: room in a dimension, its number of orders. */
export interface LoadLimit {
  readonly demand: Int32Array;
  readonly capacity: number;
}

/** The limits on what a vehicle of the model's only type carries, the tightest first; at least one. */
export function loadLimits({ visits, dimensions, load, types }: Model): readonly LoadLimit[] {
  const { capacity, maxOrders } = types[0]!.vehicle;
  const limits: LoadLimit[] = capacity.map((most, d) => ({
    demand: Int32Array.from({ length: visits }, (_, v) => load[v * dimensions + d]!),
    capacity: most,
  }));
  if (maxOrders < Number.POSITIVE_INFINITY || limits.length === 0)
    limits.push({ demand: new Int32Array(visits).fill(1), capacity: maxOrders });
  return limits.sort((one, other) => vehiclesFor(other) - vehiclesFor(one));
}

/** How many vehicles, filled to the limit, all visits that fit into one would need, as a fraction. */
export function vehiclesFor({ demand, capacity }: LoadLimit): number {
  return totalOf({ demand: demand.filter((one) => one <= capacity) }) / Math.max(1, capacity);
}

/** What all visits take together. */
export function totalOf({ demand }: Pick<LoadLimit, 'demand'>): number {
  return demand.reduce((sum, one) => sum + one, 0);
}
