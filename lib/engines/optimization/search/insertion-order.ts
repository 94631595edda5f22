import type { Model } from './compile-model.ts';
import type { Plan } from './plan.ts';
import type { Random } from './random.ts';

/** Lead of a priority over any other rule of sorting. */
const PRIORITY_LEAD = 1e10;
/** Number of absent jobs that take so long to insert that the time may be over meanwhile. */
export const MANY_ABSENT = 40;

/** The order in which absent jobs are inserted again. */
export interface InsertionOrder {
  /** The jobs; valid up to the number that the latest draw returned. */
  readonly order: Int32Array;
  /**
   * Draws the order by a rule drawn first. `difficulty` are numbers by which jobs that are hard to place come first,
   * where given. Returns the number of jobs.
   */
  draw(difficulty: Float64Array | undefined): number;
}

/** Prepares to draw orders of the absent jobs of a plan. */
export function createInsertionOrder(model: Model, plan: Plan, random: Random): InsertionOrder {
  const { jobs, visitOf, open, close, problem } = model;
  const { size, absent } = plan;
  const order = new Int32Array(jobs);
  const key = new Float64Array(jobs);
  const sizeOfJob = Float64Array.from({ length: jobs }, (_, j) => jobSize(model, j));
  const farness = Float64Array.from({ length: jobs }, (_, j) => distanceFromStart(model, j));
  const prioritized = problem.jobs.some((job) => job.priority > 0);

  const draw: InsertionOrder['draw'] = (difficulty) => {
    const n = size.absent;
    const rule = random.below(16);
    for (let i = 0; i < n; i++) {
      const job = absent[i]!;
      order[i] = job;
      const visit = visitOf[job]!;
      if (difficulty !== undefined && rule < 8) key[job] = -difficulty[job]! + 0.5 * random.unit();
      else if (rule < 4) key[job] = random.unit();
      else if (rule < 8) key[job] = -sizeOfJob[job]!;
      else if (rule < 10) key[job] = -farness[job]!;
      else if (rule < 11) key[job] = farness[job]!;
      else if (rule < 13) key[job] = close[visit]! - open[visit]!;
      else if (rule < 15) key[job] = open[visit]!;
      else key[job] = -close[visit]!;
      if (prioritized && (rule & 1) === 0) key[job]! -= problem.jobs[job]!.priority * PRIORITY_LEAD;
    }
    if (n > MANY_ABSENT) {
      order.subarray(0, n).sort((a, b) => key[a]! - key[b]!);
      return n;
    }
    for (let i = 1; i < n; i++) {
      const job = order[i]!;
      const k = key[job]!;
      let at = i - 1;
      while (at >= 0 && key[order[at]!]! > k) {
        order[at + 1] = order[at]!;
        at--;
      }
      order[at + 1] = job;
    }
    return n;
  };

  return { order, draw };
}

function jobSize(model: Model, job: number): number {
  let sum = 0;
  for (let d = 0; d < model.dimensions; d++) sum += model.load[model.visitOf[job]! * model.dimensions + d]!;
  return sum;
}

function distanceFromStart(model: Model, job: number): number {
  const type = model.types[0];
  if (type === undefined) return 0;
  return type.travel.distance[type.startPoint * model.points + model.visitOf[job]!]!;
}
