import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { withChanges } from '../../../platform/events/index.ts';
import { type Operation, remove } from '../../../platform/table/index.ts';
import {
  type Configuration,
  changeJob,
  type Delivery,
  deliveryOf,
  type Job,
  type JobAggregate,
  type JobChanges,
  jobChanges,
  jobIdentifierEntity,
  jobPartition,
  jobUpdated,
  type Package,
  type Task,
} from '../../jobs/index.ts';
import { waitsForProvider } from '../attempts/waiting-of.ts';
import { quoteJob, withQuotes } from '../choice/quote-job.ts';
import { claimIdentifiersOf } from '../claims/claim-identifiers.ts';
import { claimJobIdentifier } from '../claims/claim-job-identifier.ts';
import { moveJobTimer } from '../departure/job-timer.ts';
import { dispatchInstant, planBatchDispatch } from '../departure/plan-job-dispatch.ts';
import { findJob } from '../find-job.ts';
import { changedInput, type PackagePatch } from '../intake/changed-input.ts';
import { changedPackage } from '../intake/changed-package.ts';
import type { JobCreator, JobDeps } from '../intake/job-request.ts';
import { packageOfInput } from '../intake/package-of-input.ts';
import { disallowedOperation, jobNotFound } from '../refusals.ts';
import { type Holder, holderOf, notifyProvider } from './notify-provider.ts';

/** Maximum number of packages of a batch that are changed in one request: three members each. */
const MOST = 30;

/** What a PATCH of a job changes; fields that are left out stay. */
export interface JobPatch extends PackagePatch {
  readonly externalIdentifier?: string | undefined;
  readonly jobMetadata?: Readonly<Record<string, unknown>> | undefined;
  readonly packageMetadata?: Readonly<Record<string, unknown>> | undefined;
}

/** Part of a job. */
export interface JobPart {
  readonly id: string;
  /** A `cfg_` id; absent for a job of one package or for all packages. */
  readonly configurationId?: string | undefined;
  /** Changes every package, such as new times; otherwise a job of several needs a `configurationId`. */
  readonly isForAll?: boolean;
  readonly expectedVersion?: number | undefined;
}

/**
 * Changes the fields that are sent. Before a quote is chosen the change always works, and the packages are
 * quoted again. After that the provider is asked, and when it refuses, the job stays as it was. The agreed
 * price stays.
 */
export async function updateJob(
  deps: JobDeps,
  actor: JobCreator,
  part: JobPart,
  patch: JobPatch,
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    { what: 'job', id: part.id },
    async () => {
      const job = await findJob(deps.table, actor, part.id);
      if (isRefusal(job)) return job;
      const other = refuseOtherVersion(part.expectedVersion, job.job);
      if (other) return other;
      const changed = await tryToUpdate(deps, actor, job, part, patch);
      if (changed) return changed;
    },
    FEW_TRIES,
  );
}

/** The new state of a package. */
interface Change {
  readonly before: Configuration;
  readonly after: Configuration;
  readonly holder: Holder;
}

async function tryToUpdate(
  deps: JobDeps,
  actor: JobCreator,
  job: JobAggregate,
  part: JobPart,
  patch: JobPatch,
): Promise<JobAggregate | Refusal | undefined> {
  const { externalIdentifier, jobMetadata, packageMetadata, ...packagePatch } = patch;
  const isOfPackage = [packageMetadata, ...Object.values(packagePatch)].some((value) => value !== undefined);
  const scope = isOfPackage || part.configurationId !== undefined ? scopeOf(job, part) : [];
  if (isRefusal(scope)) return scope;
  const changes: Change[] = [];
  for (const before of scope) {
    const change = await changeOf(deps, actor, job, before, { ...packagePatch, packageMetadata });
    if (isRefusal(change)) return change;
    changes.push(change);
  }
  const claims = await claimsOf(deps, job, changes, patch);
  if (isRefusal(claims)) return claims;
  const refusal = await notifyProviders(deps, job, changes);
  if (refusal) return refusal;
  return write(deps, job, changes, { externalIdentifier, jobMetadata }, claims);
}

function scopeOf(job: JobAggregate, part: JobPart): readonly Configuration[] | Refusal {
  const all = job.configurations.map(({ value }) => value);
  const { id } = job.job.value;
  if (part.configurationId !== undefined) {
    const one = all.filter((configuration) => configuration.id === part.configurationId);
    return one.length > 0
      ? one
      : jobNotFound(`Job ${id} has no configuration "${part.configurationId}".`, {
          id,
          jobConfigurationId: part.configurationId,
        });
  }
  if (all.length === 1) return all;
  const open = all.filter(({ canceledAt }) => canceledAt === null);
  if (part.isForAll && open.length <= MOST) return open;
  return disallowedOperation(
    part.isForAll
      ? `Job ${id} has ${open.length} packages; one request changes at most ${MOST}. Change them one by one: PATCH /v1/jobs/${id}/{jobConfigurationId}.`
      : `Job ${id} has ${all.length} packages. Name the one to change: PATCH /v1/jobs/${id}/{jobConfigurationId}.`,
    { jobId: id, packages: all.length },
  );
}

async function changeOf(
  deps: JobDeps,
  actor: JobCreator,
  job: JobAggregate,
  before: Configuration,
  { packageMetadata, ...patch }: JobPatch,
): Promise<Change | Refusal> {
  const holder = holderOf(job, before);
  if (isRefusal(holder)) return holder;
  if (before.orderId !== null && patch.packageExternalIdentifier !== undefined) {
    return disallowedOperation(
      `The external identifier of configuration ${before.id} is that of order ${before.orderId} and cannot change. Leave packageExternalIdentifier out.`,
      { orderId: before.orderId },
    );
  }
  const present = before.package;
  const input = changedInput(present, patch, toInstant(deps.clock.now()));
  const item = await packageOfInput(deps, actor, input, before.jobId, before.position);
  if (isRefusal(item)) return item;
  const after = {
    ...before,
    package: {
      ...changedPackage(present, item, patch),
      ...(packageMetadata ? { packageMetadata: { ...packageMetadata } } : {}),
    },
  };
  return { before, after, holder };
}

/** The writes that give the job and its packages their new identifiers. */
async function claimsOf(
  deps: JobDeps,
  job: JobAggregate,
  changes: readonly Change[],
  { externalIdentifier }: JobPatch,
): Promise<readonly Operation[] | Refusal> {
  const operations: Operation[] = [];
  for (const { before, after } of changes) {
    const former = before.package.externalIdentifier;
    if (former === after.package.externalIdentifier) continue;
    const claims = await claimIdentifiersOf(deps, {}, after, former);
    if (isRefusal(claims)) return claims;
    operations.push(...claims);
  }
  const { organizationId, id: jobId, externalIdentifier: former } = job.job.value;
  if (externalIdentifier === undefined || externalIdentifier === former) return operations;
  if (job.configurations.some(({ value }) => value.orderId !== null)) {
    return disallowedOperation(
      `Job ${jobId} carries an order and has its external id. Leave externalIdentifier out.`,
      { jobId },
    );
  }
  const claim = await claimJobIdentifier(deps, { organizationId, externalIdentifier, jobId });
  if (isRefusal(claim)) return claim;
  const old =
    former === null
      ? undefined
      : await deps.table.get(jobIdentifierEntity, { organizationId, externalIdentifier: former });
  const freed = old?.value.jobId === jobId ? [remove(jobIdentifierEntity, old)] : [];
  return [...operations, ...claim, ...freed];
}

/** Asks the providers that have packages. When one refuses, those that agreed before get the old state again. */
async function notifyProviders(
  deps: JobDeps,
  job: JobAggregate,
  changes: readonly Change[],
): Promise<Refusal | undefined> {
  const told: Change[] = [];
  for (const change of changes) {
    if (change.holder.kind !== 'provider') continue;
    const item = { from: change.before.package, to: change.after.package };
    const refusal = await notifyProvider(deps, job, change.holder.task, item);
    if (!refusal) {
      told.push(change);
      continue;
    }
    for (const { holder, before, after } of told) {
      await notifyProvider(deps, job, holder.task, { from: after.package, to: before.package });
    }
    return refusal;
  }
  return undefined;
}

async function write(
  deps: JobDeps,
  job: JobAggregate,
  changes: readonly Change[],
  root: Pick<JobPatch, 'externalIdentifier' | 'jobMetadata'>,
  claims: readonly Operation[],
): Promise<JobAggregate | undefined> {
  const { organizationId, id: jobId, dispatchAt, strategy } = job.job.value;
  const at = toInstant(deps.clock.now());
  const tasks: Task[] = [];
  const deliveries: Delivery[] = [];
  for (const { after, holder } of changes) {
    const { pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime, tipAmountCents } =
      after.package;
    const times = { pickupStartTime, pickupEndTime, dropoffStartTime, dropoffEndTime };
    tasks.push({ ...holder.task, ...times, tipAmountCents, updatedAt: at });
    const delivery = deliveryOf(job, holder.task);
    if (delivery) deliveries.push({ ...delivery, dropoffDeadline: dropoffEndTime, updatedAt: at });
  }
  const configurations = changes.map(({ after }) => after);
  const plan =
    dispatchAt !== null && changes[0]?.holder.kind === 'nobody'
      ? planBatchDispatch(packagesAfter(job, configurations), strategy, at)
      : undefined;
  const moved = plan === 'now' ? { dueAt: at } : plan;
  const rootChange: Partial<Job> = {
    ...(root.externalIdentifier === undefined ? {} : { externalIdentifier: root.externalIdentifier }),
    ...(root.jobMetadata === undefined ? {} : { jobMetadata: { ...root.jobMetadata } }),
    ...(moved ? { dispatchAt: dispatchInstant(moved) } : {}),
  };
  const next = { job: rootChange, configurations, tasks, deliveries };
  const requoted = await requotedOf(deps, changeJob(job, next, at).next, changes, at);
  const changed = changeJob(job, { ...next, ...requoted }, at);
  const outcome = await deps.table.write([
    ...changed.operations,
    ...claims,
    ...(moved ? await moveJobTimer(deps, organizationId, jobId, moved, at) : []),
    withChanges(
      jobUpdated.record({
        aggregate: jobPartition(organizationId, jobId),
        cause: `v${changed.next.job.version}`,
        occurredAt: at,
        data: {
          jobId,
          orderIds: configurations.flatMap(({ orderId }) => (orderId === null ? [] : [orderId])),
        },
      }),
      jobChanges(job, changed.next),
    ),
  ]);
  return outcome.ok ? changed.next : undefined;
}

/** The packages of a job that are still to be carried, with some of them changed. */
function packagesAfter(job: JobAggregate, changed: readonly Configuration[]): readonly Package[] {
  const byId = new Map(changed.map((configuration) => [configuration.id, configuration]));
  return job.configurations.flatMap(({ value }) =>
    value.canceledAt === null ? [(byId.get(value.id) ?? value).package] : [],
  );
}

/** New quotes for the packages of a job without a provider: the old ones were for another state. */
async function requotedOf(
  deps: JobDeps,
  next: JobAggregate,
  changes: readonly Change[],
  at: string,
): Promise<Pick<JobChanges, 'tasks' | 'batch'>> {
  if (changes.length === 0 || !waitsForProvider(next)) return {};
  const { tasks, batch } = withQuotes(next, await quoteJob(deps, next), at);
  return { ...(tasks ? { tasks } : {}), ...(batch ? { batch } : {}) };
}
