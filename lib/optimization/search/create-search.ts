import type { Model } from './compile-model.ts';
import { evaluatePaired } from './evaluate-paired.ts';
import { evaluateRich } from './evaluate-rich.ts';
import { evaluateSingle } from './evaluate-single.ts';
import type { Evaluator } from './evaluator.ts';
import { createTailExchange, type TailExchange } from './exchange-tails.ts';
import { listNeighbours, type Neighbours } from './neighbours.ts';
import { createPlan, type Plan } from './plan.ts';
import type { Random } from './random.ts';
import { createRecreate, type Recreate } from './recreate.ts';
import { createRuin, type Ruin } from './ruin.ts';
import { createSimulator, type Simulator } from './simulate-route.ts';

/** Visits kept as neighbours of each visit. */
const NEIGHBOURS = 120;

/** A plan kept aside, compared by what it leaves out, what it owes, its vehicles where they count, its cost. */
export interface Snapshot {
  absentWeight: number;
  debt: number;
  vehicles: number;
  cost: number;
  /** `route, count, visit, visit, ...` for each used route. */
  readonly sequence: Int32Array;
  length: number;
}

/** The working parts of one search. */
export interface Search {
  readonly model: Model;
  readonly plan: Plan;
  readonly evaluator: Evaluator;
  readonly ruin: Ruin;
  readonly recreate: Recreate;
  readonly tails: TailExchange | undefined;
  readonly random: Random;
  readonly neighbours: Neighbours;
  readonly simulator: Simulator;
  readonly best: Snapshot;
  readonly state: { iterations: number; cost: number };
  /** Keeps the present plan where it is better than the best. */
  consider(): void;
  /** Makes a kept plan the present one. */
  load(snapshot: Snapshot): void;
  /** Adds the costs of the routes up anew. */
  addUp(): void;
}

/** Builds the parts of a search over an empty plan. `relax` are bits of `RELAX`; they need the rich evaluation. */
export function createSearch(model: Model, random: Random, relax: number): Search {
  const plan = createPlan(model);
  const simulator = createSimulator(model);
  simulator.relax = relax;
  const evaluator =
    relax !== 0 || model.shape === 'rich'
      ? evaluateRich(model, plan, simulator)
      : model.shape === 'single'
        ? evaluateSingle(model, plan)
        : evaluatePaired(model, plan);
  const neighbours = listNeighbours(model, NEIGHBOURS);
  const ruin = createRuin(model, plan, evaluator, neighbours, random);
  const recreate = createRecreate(model, plan, evaluator, neighbours, random);
  const best: Snapshot = {
    absentWeight: Number.POSITIVE_INFINITY,
    debt: Number.POSITIVE_INFINITY,
    vehicles: Number.POSITIVE_INFINITY,
    cost: Number.POSITIVE_INFINITY,
    sequence: new Int32Array(model.visits + 2 * model.typeOf.length),
    length: 0,
  };
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
    state.cost = 0;
    for (let i = 0; i < size.used; i++) state.cost += plan.cost[plan.used[i]!]!;
  };
  return {
    model,
    plan,
    evaluator,
    ruin,
    recreate,
    tails: createTailExchange(model, plan, evaluator, neighbours, random),
    random,
    neighbours,
    simulator,
    best,
    state,
    addUp,
    consider: () => {
      if (size.absentWeight > best.absentWeight) return;
      const equal = size.absentWeight === best.absentWeight;
      if (equal && best.debt === 0 && !vehiclesFirst && state.cost >= best.cost - 1e-6) return;
      const debt = owed();
      if (equal && debt > best.debt) return;
      if (equal && debt === best.debt) {
        if (vehiclesFirst && size.used > best.vehicles) return;
        const level = !vehiclesFirst || size.used === best.vehicles;
        if (level && state.cost >= best.cost - 1e-6) return;
      }
      addUp();
      save(plan, model, best);
      best.debt = debt;
      best.cost = state.cost;
    },
    load: (snapshot) => {
      restore(plan, model, snapshot, evaluator);
      addUp();
    },
  };
}

function save(plan: Plan, model: Model, into: Snapshot): void {
  const { sequence } = into;
  let at = 0;
  for (let i = 0; i < plan.size.used; i++) {
    const route = plan.used[i]!;
    sequence[at++] = route;
    sequence[at++] = plan.count[route]!;
    for (let p = plan.next[model.visits + 2 * route]!; p < model.visits; p = plan.next[p]!)
      sequence[at++] = p;
  }
  into.length = at;
  into.absentWeight = plan.size.absentWeight;
  into.vehicles = plan.size.used;
}

function restore(plan: Plan, model: Model, from: Snapshot, evaluator: Evaluator): void {
  for (let job = 0; job < model.jobs; job++) {
    if (plan.absentAt[job]! >= 0) continue;
    plan.unlink(model.visitOf[job]!);
    if (model.pickupOf[job]! >= 0) plan.unlink(model.pickupOf[job]!);
    plan.setAbsent(job);
  }
  for (let at = 0; at < from.length; ) {
    const route = from.sequence[at++]!;
    const count = from.sequence[at++]!;
    let before = model.visits + 2 * route;
    for (let i = 0; i < count; i++) {
      const visit = from.sequence[at++]!;
      plan.link(visit, before, route);
      const job = model.jobOf[visit]!;
      if (plan.absentAt[job]! >= 0) plan.setPresent(job);
      before = visit;
    }
    evaluator.refresh(route);
  }
}
