import type {
  JobInput,
  ProblemInput,
  StopInput,
  VehicleInput,
} from '../../../../../../lib/engines/optimization/index.ts';

type Mutable<T> = T extends readonly (infer Entry)[]
  ? Mutable<Entry>[]
  : T extends object
    ? { -readonly [K in keyof T]: Mutable<T[K]> }
    : T;
type Draft = { jobs: Mutable<JobInput>[]; vehicles: Mutable<VehicleInput>[] };

/**
 * The problem with everything changed that a reason names for a job; undefined if it names nothing that the input could
 * change. Throws for unknown words.
 */
export function followAdvice(input: ProblemInput, job: string, change: string): ProblemInput | undefined {
  if (change.startsWith('make its location reachable')) return undefined;
  const draft = structuredClone({ jobs: input.jobs, vehicles: input.vehicles }) as unknown as Draft;
  for (const part of change.split(', and ')) follow(draft, input, job, part);
  return { ...input, ...(draft as unknown as Pick<ProblemInput, 'jobs' | 'vehicles'>) };
}

function follow(draft: Draft, { dimensions = [] }: ProblemInput, id: string, part: string): void {
  const job = draft.jobs.find((entry) => entry.id === id)!;
  const vehicle = (name: string | undefined) => draft.vehicles.find((entry) => entry.id === name)!;
  const rules: readonly (readonly [RegExp, (...found: string[]) => void])[] = [
    [
      /the (\w+) capacity of (\w+) by (\d+)/g,
      (name, of, by) => {
        vehicle(of).capacity![dimensions.indexOf(name!)]! += Number(by);
      },
    ],
    [
      /of the (pickup of )?order "(\w+)" by (\d+) s/g,
      (pickup, of, by) => {
        stopOf(draft.jobs.find((entry) => entry.id === of)!, pickup !== undefined).windows!.at(-1)!.to +=
          Number(by);
      },
    ],
    [
      /^extend the shift of (\w+) by (\d+) s$/g,
      (of, by) => {
        vehicle(of).shift!.to += Number(by);
      },
    ],
    [
      /^raise the (distance|duration|stop|order) limit of (\w+) by (\d+)/g,
      (what, of, by) => {
        const limits = {
          distance: 'maxDistance',
          duration: 'maxDuration',
          stop: 'maxStops',
          order: 'maxOrders',
        } as const;
        vehicle(of)[limits[what as keyof typeof limits]]! += Number(by);
      },
    ],
    [
      /^lower the minimum of orders of (\w+) to (\d+)$/g,
      (of, to) => {
        vehicle(of).minOrders = Number(to);
      },
    ],
    [/^let it share the route of \w+ with the other order labelled "\w+"$/g, () => delete job.exclusionLabel],
    [/^take its sequence priority away/g, () => delete job.sequencePriority],
    [/^take it out of group "\w+"$/g, () => delete job.sequenceGroup],
    [/^unlock it from position \d+$/g, () => delete job.lock!.position],
    [/^unlock it from v\d+$/g, () => delete job.lock],
    [
      /^unlock the orders on the route of \w+ from their positions$/g,
      () => {
        for (const { lock } of draft.jobs) delete lock?.position;
      },
    ],
    [
      /^give (\w+) (".*")$/g,
      (to, names) => {
        vehicle(to).capabilities = [...(vehicle(to).capabilities ?? []), ...names!.match(/\w+(?=")/g)!];
      },
    ],
    [
      /^add a vehicle like (\w+): /g,
      (like) => {
        draft.vehicles.push({ ...structuredClone(vehicle(like)), id: 'further' });
      },
    ],
  ];
  const followed = rules.flatMap(([pattern, change]) =>
    [...part.matchAll(pattern)].map(([, ...found]) => change(...(found as string[]))),
  );
  if (followed.length === 0) throw new Error(`what does it mean to ${part}?`);
}

function stopOf(job: Mutable<JobInput>, pickup: boolean): Mutable<StopInput> {
  if (job.kind !== 'pair') return job.stop;
  return pickup ? job.pickup : job.delivery;
}
