import type { Model } from './compile-model.ts';
import type { Evaluator } from './evaluator.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/** Gives a whole route to another vehicle, which no removal of a few visits can achieve. */
export interface VehicleChange {
  /**
   * Gives the route of a random vehicle to one of another kind, which is idle or gives its own in return, if both may
   * drive what they get. Returns whether the plan changed; the touched routes are up to date.
   */
  attempt(): boolean;
}

/** Prepares changes of vehicles; undefined where all are alike. */
export function createVehicleChange(
  model: Model,
  plan: Plan,
  evaluator: Evaluator,
  random: Random,
): VehicleChange | undefined {
  const { visits, types, typeOf, allowed, jobOf } = model;
  const { next, used, size, idle } = plan;
  const vehicles = typeOf.length;
  if (types.length < 2) return undefined;

  /** A vehicle of another kind than the route's: any used one, or the next idle one. */
  const pickOther = (route: number): number => {
    const other = random.below(vehicles);
    const type = typeOf[other]!;
    if (type === typeOf[route]) return -1;
    return plan.count[other]! > 0 ? other : idle[type]!.at(-1)!;
  };

  const mayDrive = (vehicle: number, route: number): boolean => {
    const type = typeOf[vehicle]!;
    for (let p = next[visits + 2 * route]!; p < visits; p = next[p]!)
      if (allowed[jobOf[p]! * types.length + type] === 0) return false;
    return true;
  };

  const attempt = (): boolean => {
    if (size.used === 0) return false;
    const route = used[random.below(size.used)]!;
    const other = pickOther(route);
    if (other < 0 || !mayDrive(other, route) || !mayDrive(route, other)) return false;
    plan.touch(route);
    plan.touch(other);
    plan.exchangeTails(visits + 2 * route, route, visits + 2 * other, other);
    if (evaluator.refresh(other) && evaluator.refresh(route)) return true;
    plan.undo();
    plan.begin();
    return false;
  };

  return { attempt };
}
