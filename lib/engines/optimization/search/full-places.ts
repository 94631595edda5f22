import { type Model, VISIT } from './compile-model.ts';
import { LOAD_AT, LOADS, type Plan } from './plan.ts';

/** Finds the places of a route where a vehicle has no room for a visit's load. */
export interface FullPlaces {
  /**
   * Marks with 1 each place of a route, whose visits are the first `length` of `sequence`, that the vehicle approaches
   * without room for the visit's load, and all places beyond the route's end. Valid until the next call. Undefined where
   * there is always room.
   */
  of(sequence: Int32Array, visit: number, route: number, length: number): Uint8Array | undefined;
}

/** Prepares the search for full places; loads of the routes are those of the plan. */
export function createFullPlaces(model: Model, plan: Plan): FullPlaces {
  const { visits, types, typeOf, dimensions, kind, load } = model;
  const { loads } = plan;
  const full = new Uint8Array(visits + 2);

  const of = (sequence: Int32Array, visit: number, route: number, length: number): Uint8Array | undefined => {
    if (fitsAnywhere(visit, route)) return undefined;
    const { capacity } = types[typeOf[route]!]!.vehicle;
    full.fill(0, 0, length + 1);
    full[length + 1] = 1;
    for (let d = 0; d < dimensions; d++) {
      const most = capacity[d]! - load[visit * dimensions + d]!;
      let carried = loads[LOADS * (route * dimensions + d) + LOAD_AT.start]!;
      for (let i = 0; i <= length; i++) {
        if (i > 0) carried += boarding(sequence[i - 1]!, d);
        if (carried > most) full[i] = 1;
      }
    }
    return full;
  };

  const fitsAnywhere = (visit: number, route: number): boolean => {
    const { capacity } = types[typeOf[route]!]!.vehicle;
    for (let d = 0; d < dimensions; d++) {
      const most = loads[LOADS * (route * dimensions + d) + LOAD_AT.most]!;
      if (most + load[visit * dimensions + d]! > capacity[d]!) return false;
    }
    return true;
  };

  /** Change of the load by a visit. */
  const boarding = (visit: number, d: number): number => {
    const amount = load[visit * dimensions + d]!;
    const what = kind[visit]!;
    if (what === VISIT.service) return 0;
    return what === VISIT.pickup || what === VISIT.pairPickup ? amount : -amount;
  };

  return { of };
}
