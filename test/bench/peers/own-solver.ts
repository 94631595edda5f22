/** `node own-solver.ts INSTANCE SECONDS`: the service's own solver in the comparison; prints its plan. */
import { readFileSync } from 'node:fs';
import { defineProblem, type JobInput, solve } from '../../../lib/engines/optimization/index.ts';
import type { PeerPlan, PeerVisit } from './check-plan.ts';
import type { PeerInstance, PeerStop } from './instance.ts';

const [, , file = '', seconds = '10'] = process.argv;
const instance: PeerInstance = JSON.parse(readFileSync(file, 'utf8'));
const { jobs, vehicles, reloads } = instance;
const size = instance.distances.length;
const table = (rows: PeerInstance['distances']) => Int32Array.from(rows.flat());
const stopOf = ({ location, service, window: [from, to] }: PeerStop) => ({
  location,
  service,
  windows: [{ from, to }],
});

/** Goods of a vehicle that comes back are picked up where it starts. */
function jobOf(job: PeerInstance['jobs'][number], index: number): JobInput {
  const common = { id: String(index), load: job.load, requires: job.skills.map(String) };
  if (job.kind === 'pair')
    return { ...common, kind: 'pair', pickup: stopOf(job.pickup!), delivery: stopOf(job.stop) };
  if (job.kind === 'pickup') return { ...common, kind: 'pickup', stop: stopOf(job.stop) };
  if (!reloads) return { ...common, kind: 'delivery', stop: stopOf(job.stop) };
  return { ...common, kind: 'pair', pickup: { location: vehicles[0]!.depot }, delivery: stopOf(job.stop) };
}

const problem = defineProblem({
  travel: {
    locationCount: size,
    tables: { car: { durations: table(instance.durations), distances: table(instance.distances) } },
  },
  dimensions: jobs[0]!.load.map((_, d) => `d${d}`),
  jobs: jobs.map(jobOf),
  vehicles: vehicles.map(({ depot, shift, capacity, skills, fixed, pause }, index) => ({
    id: String(index),
    start: depot,
    end: depot,
    shift: { from: shift[0], to: shift[1] },
    capacity,
    capabilities: skills.map(String),
    cost: { fixedCents: fixed, centsPerKilometre: 1_000 },
    ...(pause
      ? {
          breaks: [
            {
              kind: 'window' as const,
              window: { from: pause.window[0], to: pause.window[1] },
              duration: pause.seconds,
            },
          ],
        }
      : {}),
  })),
});
const { routes } = await solve(problem, { seed: 1, timeLimitMs: 1_000 * Number(seconds) });
const plan: PeerPlan = {
  routes: routes.map(({ vehicle, visits }) => ({
    vehicle: Number(vehicle),
    visits: visits.flatMap(({ job, kind }, index): PeerVisit[] => {
      const isLoading = reloads && kind === 'pickup' && jobs[Number(job)]!.kind === 'delivery';
      if (!isLoading) return [{ job: Number(job), kind: kind === 'pickup' ? 'pickup' : 'delivery' }];
      const before = visits[index - 1];
      return before === undefined || before.kind === 'pickup' ? [] : [{ kind: 'reload' }];
    }),
  })),
};
process.stdout.write(JSON.stringify(plan));
