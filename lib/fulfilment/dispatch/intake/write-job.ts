import { toInstant } from '../../../platform/core/clock.ts';
import { type Contest, commit } from '../../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { create, type Operation, type Stored, unchanged } from '../../../platform/table/index.ts';
import { armTimer, readTimer } from '../../../platform/timers/index.ts';
import {
  type BatchIntake,
  batchIntakeEntity,
  configurationEntity,
  deliveryEntity,
  type JobAggregate,
  makeJob,
  readJob,
  taskEntity,
  withTrackingKey,
} from '../../jobs/index.ts';
import { claimJobIdentifier } from '../claims/claim-job-identifier.ts';
import { claimPackages } from '../claims/claim-package.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { batchWatchTimer } from '../events.ts';
import { announceJob, commitBatch } from './commit-batch.ts';
import type { JobMember, JobPlan } from './plan-job.ts';
import { undoBatch } from './undo-batch.ts';

/**
 * Packages per transaction: configuration, task, delivery, claim and the order's two make six members each, and with
 * the check of the intake 97 of the 100 that DynamoDB allows.
 */
const PER_WRITE = 16;

/** An intake of this age is no longer being written: a request may run for 29 seconds. Milliseconds. */
const ABANDONED_MS = 2 * 60_000;

/** Writes in addition to the packages themselves, read again for each try; a refusal ends the whole job. */
export type WritesOf = (members: readonly JobMember[]) => Promise<readonly Operation[] | Refusal>;

/** Writes a new job, as often as others are faster. A repetition with the same job id returns the job when it was created. */
export async function writeJob(
  deps: DispatchDeps,
  plan: JobPlan,
  writesOf: WritesOf,
  more: readonly Operation[],
  claimed?: readonly Operation[],
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    contestOf(plan.root),
    (attempt) =>
      plan.batch
        ? writeBatch(deps, plan, writesOf, more)
        : writeAtOnce(deps, plan, writesOf, more, attempt === 0 ? claimed : undefined),
    FEW_TRIES,
  );
}

/**
 * Writes a new job of one package in one transaction. `claimed` are the claims of its identifiers when they were read before;
 * otherwise they are read here. Undefined when another writer was faster.
 */
export async function writeAtOnce(
  deps: DispatchDeps,
  plan: JobPlan,
  writesOf: WritesOf,
  more: readonly Operation[],
  claimed?: readonly Operation[],
): Promise<JobAggregate | Refusal | undefined> {
  const { organizationId, id: jobId, createdAt } = plan.root;
  const claims = claimed ?? (await claimsFor(deps, plan, writesOf));
  if (isRefusal(claims)) return claims;
  const job = makeJob({
    job: plan.root,
    configurations: plan.members.map(({ configuration }) => configuration),
    tasks: plan.members.map(({ task }) => task),
    deliveries: plan.members.flatMap(({ delivery }) => delivery ?? []),
  });
  const events = announceJob(job.next, createdAt);
  if ((await deps.table.write([...job.operations, ...events, ...claims, ...more])).ok) return job.next;
  // An earlier attempt of the same request may have created it: then its job id is the same.
  return readJob(deps.table, organizationId, jobId);
}

async function claimsFor(
  deps: DispatchDeps,
  plan: JobPlan,
  writesOf: WritesOf,
): Promise<readonly Operation[] | Refusal> {
  const [own, name] = await Promise.all([writesOf(plan.members), claimName(deps, plan)]);
  if (isRefusal(own)) return own;
  return isRefusal(name) ? name : [...own, ...name];
}

/** The writes that give a new job its external identifier; none without one. */
async function claimName(
  deps: DispatchDeps,
  { root: { organizationId, id: jobId, externalIdentifier } }: JobPlan,
): Promise<readonly Operation[] | Refusal> {
  if (externalIdentifier === null) return [];
  return claimJobIdentifier(deps, { organizationId, externalIdentifier, jobId });
}

/**
 * Writes a batch that may be larger than one transaction: first an intake, then the packages and their
 * claims, each write under the condition that the intake still exists. At last, in one transaction, the root
 * replaces the intake: only then does the job exist. A refused package removes everything that was written.
 * After a crash a timer finishes the batch when all its packages are written, and removes it otherwise.
 * Undefined when another writer was faster; what an earlier attempt left behind is removed then.
 */
async function writeBatch(
  deps: DispatchDeps,
  plan: JobPlan,
  writesOf: WritesOf,
  more: readonly Operation[],
): Promise<JobAggregate | Refusal | undefined> {
  const { organizationId, id: jobId } = plan.root;
  const made = await readJob(deps.table, organizationId, jobId);
  if (made) return made;
  const intake = await begin(deps, plan);
  if (isRefusal(intake)) return intake;
  const refusal = intake && (await writeMembers(deps, intake, plan.members, writesOf));
  if (intake && !refusal) return commitBatch(deps, intake, more);
  await undoBatch(deps, { organizationId, jobId });
  return refusal;
}

/** Undefined when an earlier intake, or something else with these names, is in the way. */
async function begin(deps: DispatchDeps, plan: JobPlan): Promise<Stored<BatchIntake> | Refusal | undefined> {
  const { root, batch, members } = plan;
  const { organizationId, id: jobId } = root;
  const value: BatchIntake = { organizationId, jobId, state: 'writing', total: members.length, root, batch };
  const claim = await claimName(deps, plan);
  if (isRefusal(claim)) return claim;
  const timer = await readTimer(deps.table, { organizationId, kind: batchWatchTimer, subject: jobId });
  const now = deps.clock.now();
  const outcome = await deps.table.write([
    create(batchIntakeEntity, value),
    ...claim,
    ...armTimer({
      organizationId,
      kind: batchWatchTimer,
      subject: jobId,
      dueAt: toInstant(now + ABANDONED_MS),
      data: { jobId },
      occurredAt: toInstant(now),
      stored: timer,
    }),
  ]);
  return outcome.ok ? { value, version: 1 } : undefined;
}

async function writeMembers(
  deps: DispatchDeps,
  intake: Stored<BatchIntake>,
  members: readonly JobMember[],
  writesOf: WritesOf,
): Promise<Refusal | undefined> {
  for (let first = 0; first < members.length; first += PER_WRITE) {
    const refusal = await writeChunk(deps, intake, members.slice(first, first + PER_WRITE), writesOf);
    if (refusal) return refusal;
  }
  return undefined;
}

async function writeChunk(
  deps: DispatchDeps,
  intake: Stored<BatchIntake>,
  members: readonly JobMember[],
  writesOf: WritesOf,
): Promise<Refusal | undefined> {
  const written = await commit(deps, contestOf(intake.value.root), async () => {
    const own = await writesOf(members);
    if (isRefusal(own)) return own;
    const outcome = await deps.table.write([
      unchanged(batchIntakeEntity, intake),
      ...members.flatMap(({ configuration, task, delivery }) => [
        create(configurationEntity, withTrackingKey(configuration)),
        create(taskEntity, task),
        ...(delivery ? [create(deliveryEntity, delivery)] : []),
      ]),
      ...own,
    ]);
    return outcome.ok;
  });
  return isRefusal(written) ? written : undefined;
}

/** The writes that claim the external identifiers of packages for their orders, or for the jobs that carry them. */
export async function claimsOf(
  deps: DispatchDeps,
  members: readonly JobMember[],
): Promise<readonly Operation[] | Refusal> {
  const claims = members.flatMap(({ configuration }) => {
    const { organizationId, jobId, id: configurationId, orderId } = configuration;
    const { externalIdentifier } = configuration.package;
    if (externalIdentifier === null) return [];
    return [{ organizationId, externalIdentifier, ownerId: orderId ?? jobId, jobId, configurationId }];
  });
  return claimPackages(deps, claims);
}

/** What two requests for the same packages are about: the job as the caller knows it. */
function contestOf({ id, externalIdentifier }: JobPlan['root']): Contest {
  return { what: 'job', id: externalIdentifier ?? id };
}
