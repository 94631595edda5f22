import { finish, type Work } from '../work.ts';
import { listArcNeighbours } from './arc-neighbours.ts';
import { createBlink } from './blink.ts';
import { createVehicleChange, type VehicleChange } from './change-vehicles.ts';
import type { Model } from './compile-model.ts';
import { createFirstRoutes } from './count-first-routes.ts';
import { evaluatePaired } from './evaluate-paired.ts';
import { evaluateRich } from './evaluate-rich.ts';
import { evaluateSingle } from './evaluate-single.ts';
import type { Evaluator } from './evaluator.ts';
import { createTailExchange, type TailExchange } from './exchange-tails.ts';
import { listNeighbours, type Neighbours } from './neighbours.ts';
import { createOwingRoutes, type OwingRoutes } from './owing-routes.ts';
import { createPlan, type Plan } from './plan.ts';
import type { Random } from './random.ts';
import { createRecreate, type Recreate } from './recreate.ts';
import { createRuin, type Ruin } from './ruin.ts';
import { createSimulator, type Simulator } from './simulate-route.ts';
import { copySnapshot, emptySnapshot, restorePlan, type Snapshot, savePlan, type Worth } from './snapshot.ts';

/** Visits kept as neighbours of each visit. */
const NEIGHBOURS = 120;
/**
 * Visits examined on either side when a visit is placed next to a near one, and the number of visits from which that
 * alone pays off.
 */
const NEAR = 40;
const MANY_VISITS = 160;

/** The working parts of one search. */
export interface Search {
  readonly model: Model;
  readonly plan: Plan;
  readonly evaluator: Evaluator;
  readonly ruin: Ruin;
  readonly recreate: Recreate;
  readonly tails: TailExchange | undefined;
  readonly vehicles: VehicleChange | undefined;
  readonly owing: OwingRoutes | undefined;
  readonly random: Random;
  readonly neighbours: Neighbours;
  readonly simulator: Simulator;
  /** Whether `breed` can solve the problem. */
  readonly breeds: boolean;
  /** The best plan of the whole run, and the best since `startOver`. */
  readonly best: Snapshot;
  readonly found: Snapshot;
  readonly state: { iterations: number; cost: number };
  /** Jobs that the first plan did not reach before the time was over. */
  readonly untried: Set<number>;
  /** Cents to subtract from what routes pay for cluster labels; undefined where labels cost nothing. */
  readonly firstRoutes: (() => number) | undefined;
  /** Stores the present plan if it is better than the one found before. */
  consider(): void;
  /** Forgets the found plan but not the best one, and continues from the present plan. */
  startOver(): void;
  /** Whether one stored plan is better than another. */
  isBetter(one: Worth, other: Worth): boolean;
  /** Takes every job off its route. */
  clear(): void;
  /** Makes the empty plan the present one. */
  rebuild(): void;
  /** Makes a stored plan the present one. */
  load(snapshot: Snapshot): void;
  /** Sums the costs of the routes again. */
  addUp(): void;
}

/** Builds the parts of a search at once. */
export function createSearch(model: Model, random: Random, relax: number): Search {
  return finish(creatingSearch(model, random, relax));
}

/**
 * Builds the parts of a search over an empty plan. `relax` are bits of `RELAX`; they need the rich evaluation. A unit of
 * the work is a row of a matrix.
 */
export function* creatingSearch(model: Model, random: Random, relax: number): Work<Search> {
  const rich = relax !== 0 || model.shape === 'rich';
  const plan = createPlan(model, rich);
  const simulator = createSimulator(model);
  simulator.relax = relax;
  const blink = createBlink(random);
  const neighbours = yield* listNeighbours(model, NEIGHBOURS);
  let evaluator: Evaluator;
  if (rich) evaluator = evaluateRich(model, plan, simulator);
  else if (model.shape === 'paired') evaluator = evaluatePaired(model, plan);
  else {
    const many = model.visits >= MANY_VISITS;
    const nearPlaces = many ? yield* listArcNeighbours(model, neighbours, NEAR) : undefined;
    evaluator = evaluateSingle(model, plan, blink, nearPlaces);
  }
  const ruin = createRuin(model, plan, evaluator, neighbours, random);
  const recreate = createRecreate(model, plan, evaluator, neighbours, random, blink);
  const owing = createOwingRoutes(model, plan, evaluator, simulator, ruin, recreate);
  const best = emptySnapshot(model);
  const found = emptySnapshot(model);
  const state = { iterations: 0, cost: 0 };
  const vehiclesFirst = model.problem.fleetUse === 'fewest';
  const { size } = plan;
  const owed = (): number => {
    if (evaluator.debt === undefined) return 0;
    let sum = 0;
    for (let i = 0; i < size.used; i++) sum += evaluator.debt[plan.used[i]!]!;
    return sum;
  };
  const addUp = (): void => {
    state.cost = size.absentCents;
    for (let i = 0; i < size.used; i++) state.cost += plan.cost[plan.used[i]!]!;
  };
  const isBetter = (one: Worth, other: Worth): boolean => {
    if (one.absentWeight !== other.absentWeight) return one.absentWeight < other.absentWeight;
    if (one.debt !== other.debt) return one.debt < other.debt;
    if (vehiclesFirst && one.vehicles !== other.vehicles) return one.vehicles < other.vehicles;
    return one.cost < other.cost - 1e-6;
  };
  const firstRoutes = createFirstRoutes(model, plan);
  const costNow = () => state.cost - (firstRoutes?.() ?? 0);
  const present = { absentWeight: 0, debt: 0, vehicles: 0, cost: 0 };
  const consider = (): void => {
    if (size.absentWeight > found.absentWeight) return;
    const equal = size.absentWeight === found.absentWeight;
    if (equal && found.debt === 0 && !vehiclesFirst && costNow() >= found.cost - 1e-6) return;
    present.absentWeight = size.absentWeight + (owing?.weight() ?? 0);
    present.debt = owed();
    present.vehicles = size.used;
    present.cost = costNow();
    if (!isBetter(present, found)) return;
    addUp();
    savePlan(plan, model, found);
    found.absentWeight = present.absentWeight;
    found.debt = present.debt;
    found.cost = costNow();
    if (isBetter(found, best)) copySnapshot(found, best);
  };
  const clear = (): void => {
    plan.begin();
    while (size.used > 0) ruin.emptyRoute(plan.used[0]!);
  };
  return {
    model,
    plan,
    evaluator,
    ruin,
    recreate,
    tails: createTailExchange(model, plan, evaluator, neighbours, random),
    owing,
    vehicles: createVehicleChange(model, plan, evaluator, random),
    random,
    neighbours,
    simulator,
    breeds: relax === 0 && model.breeds,
    best,
    found,
    state,
    untried: new Set(),
    firstRoutes,
    addUp,
    consider,
    isBetter,
    startOver: () => {
      found.absentWeight = Number.POSITIVE_INFINITY;
      consider();
    },
    clear,
    rebuild: () => {
      clear();
      recreate.insertAbsent();
      addUp();
    },
    load: (snapshot) => {
      restorePlan(plan, model, snapshot, evaluator);
      addUp();
    },
  };
}
