import { InvalidProblem } from './invalid-problem.ts';
import type { InitialRouteInput, Job, Vehicle } from './problem.ts';
import { readKnown, readList, readObject } from './read-fields.ts';

/**
 * Reads a route: a known vehicle and known jobs, each named once, a pair twice.
 *
 * @throws InvalidProblem naming the field
 */
export function readRoute(
  value: unknown,
  field: string,
  jobs: ReadonlyMap<string, Job>,
  vehicles: ReadonlyMap<string, Vehicle>,
): InitialRouteInput {
  const given = readObject(value, field, ['vehicle', 'jobs']);
  const vehicle = readKnown(given.vehicle, `${field}.vehicle`, vehicles, 'vehicle').id;
  if (given.jobs === undefined)
    throw new InvalidProblem(`${field}.jobs`, 'is missing; name the jobs in order');
  const left = new Map<Job, number>();
  const ids = readList(given.jobs, `${field}.jobs`).map((id, i) => {
    const job = readKnown(id, `${field}.jobs[${i}]`, jobs, 'job');
    const due = left.get(job) ?? (job.kind === 'pair' ? 2 : 1);
    if (due === 0)
      throw new InvalidProblem(
        `${field}.jobs[${i}]`,
        `repeats "${job.id}", which has ${job.kind === 'pair' ? 'two stops' : 'one stop'}`,
      );
    left.set(job, due - 1);
    return job.id;
  });
  for (const [job, due] of left)
    if (due > 0)
      throw new InvalidProblem(
        `${field}.jobs`,
        `must name the pair "${job.id}" twice: for its pickup and for its delivery`,
      );
  return Object.freeze({ vehicle, jobs: Object.freeze(ids) });
}
