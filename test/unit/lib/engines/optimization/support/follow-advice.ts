import type {
  Change,
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

/** The problem with everything changed that a reason names for a job; undefined if it names nothing. */
export function followAdvice(
  input: ProblemInput,
  job: string,
  changes: readonly Change[],
): ProblemInput | undefined {
  if (changes.length === 0) return undefined;
  const draft = structuredClone({ jobs: input.jobs, vehicles: input.vehicles }) as unknown as Draft;
  for (const change of changes) follow(draft, input, job, change);
  return { ...input, ...(draft as unknown as Pick<ProblemInput, 'jobs' | 'vehicles'>) };
}

const LIMITS = {
  distance: 'maxDistance',
  duration: 'maxDuration',
  stops: 'maxStops',
  orders: 'maxOrders',
} as const;

function follow(draft: Draft, { dimensions = [] }: ProblemInput, id: string, change: Change): void {
  const jobOf = (name: string) => draft.jobs.find((entry) => entry.id === name)!;
  const vehicleOf = (name: string) => draft.vehicles.find((entry) => entry.id === name)!;
  const job = jobOf(id);
  switch (change.kind) {
    case 'capacity':
      vehicleOf(change.vehicle).capacity![dimensions.indexOf(change.dimension)]! += change.by;
      return;
    case 'window':
      stopOf(jobOf(change.job), change.isPickup).windows!.at(-1)!.to += change.by;
      return;
    case 'shift':
      vehicleOf(change.vehicle).shift!.to += change.by;
      return;
    case 'minimum':
      vehicleOf(change.vehicle).minOrders = change.to;
      return;
    case 'capabilities':
      vehicleOf(change.vehicle).capabilities = [
        ...(vehicleOf(change.vehicle).capabilities ?? []),
        ...change.names,
      ];
      return;
    case 'exclusion':
      delete job.exclusionLabel;
      return;
    case 'priority':
      delete job.sequencePriority;
      return;
    case 'group':
      delete job.sequenceGroup;
      return;
    case 'lock':
      delete job.lock;
      return;
    case 'position':
      if (change.position !== undefined) delete job.lock!.position;
      else for (const { lock } of draft.jobs) delete lock?.position;
      return;
    case 'required':
      delete job.leaveOutCents;
      return;
    case 'vehicle': {
      const like = vehicleOf(change.like ?? draft.vehicles[0]!.id);
      draft.vehicles.push({ ...structuredClone(like), id: 'further' });
      return;
    }
    case 'time':
      throw new Error('A problem has no time limit.');
    default:
      vehicleOf(change.vehicle)[LIMITS[change.kind]]! += change.by;
  }
}

function stopOf(job: Mutable<JobInput>, pickup: boolean): Mutable<StopInput> {
  if (job.kind !== 'pair') return job.stop;
  return pickup ? job.pickup : job.delivery;
}
