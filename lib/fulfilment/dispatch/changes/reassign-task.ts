import { WINDOW_TIMES } from '../../../engines/vocabulary/index.ts';
import type { DeliveryMode } from '../../../ordering/orders/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { commit } from '../../../platform/core/commit.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { FEW_TRIES } from '../../../platform/core/retry-lost-race.ts';
import { readTimer } from '../../../platform/timers/index.ts';
import { type Configuration, changeJob, isTaskOver, type JobAggregate } from '../../jobs/index.ts';
import { isAboveLimit } from '../../quotes/index.ts';
import { watchHandover } from '../attempts/open-attempt.ts';
import type { TaskInJob } from '../attempts/task-in-job.ts';
import { triedProviders } from '../attempts/tried-providers.ts';
import { refuseEligibility } from '../choice/choose-quote.ts';
import { quoteJob } from '../choice/quote-job.ts';
import type { DispatchDeps } from '../dispatch-deps.ts';
import { handoverTimer } from '../events.ts';
import type { JobActor } from '../find-job.ts';
import { disallowedOperation, invalidTimeConstraint, jobStateForbids, noValidQuotes } from '../refusals.ts';
import { canBeWithdrawn, withdrawn } from '../withdrawal/begin-withdrawal.ts';
import { findTask } from './find-task.ts';

const REASON = 'Reassigned to another provider.';

/** The windows of the next attempt; those that are left out stay. */
export interface Reassignment {
  readonly pickupStartTime?: string | undefined;
  readonly pickupEndTime?: string | undefined;
  readonly dropoffStartTime?: string | undefined;
  readonly dropoffEndTime?: string | undefined;
  readonly deliveryMode?: DeliveryMode | undefined;
}

/**
 * Takes a task from its provider and gives its package to another one, the best of new quotes without those
 * that were tried. A worker notifies the provider, and the next attempt starts only when the provider has
 * released the package. Refused, with the job unchanged, while no other provider offers to carry it, and once
 * the package was picked up.
 */
export async function reassignTask(
  deps: DispatchDeps,
  actor: JobActor,
  of: { readonly jobId: string; readonly taskId: string },
  wanted: Reassignment,
): Promise<JobAggregate | Refusal> {
  return commit(
    deps,
    { what: 'job', id: of.jobId },
    async () => {
      const found = await findTask(deps.table, actor, of);
      if (isRefusal(found)) return found;
      // Requested again while it is being done.
      if (found.stored.value.handover.cause === 'reassign') return found.aggregate;
      const refusal = refuseTask(found);
      if (refusal) return refusal;
      const configuration = withWindows(found.configuration, wanted);
      if (isRefusal(configuration)) return configuration;
      const nobody = await refuseWithoutOthers(deps, { ...found, configuration });
      if (nobody) return nobody;
      const next = await write(deps, { ...found, configuration });
      if (next) return next;
    },
    FEW_TRIES,
  );
}

function refuseTask(found: TaskInJob): Refusal | undefined {
  const task = found.stored.value;
  const details = { jobId: task.jobId, taskId: task.id, status: task.status };
  if (task.providerId === null) {
    return jobStateForbids(
      `Task ${task.id} has no provider yet. Select a quote, or send POST /v1/jobs/${task.jobId}/autodispatch.`,
      details,
    );
  }
  if (isTaskOver(task.status))
    return jobStateForbids(`Task ${task.id} is ${task.status} and has ended.`, details);
  if (!canBeWithdrawn(found)) {
    return jobStateForbids(
      `The courier already has the package of task ${task.id}, so it cannot be reassigned.`,
      details,
    );
  }
  if (found.aggregate.batch) {
    return disallowedOperation(
      `Task ${task.id} is part of a batch, which one provider carries as a whole. Cancel the package and create a job for it.`,
      details,
    );
  }
  return undefined;
}

function withWindows(configuration: Configuration, wanted: Reassignment): Configuration | Refusal {
  const times: Record<string, string> = {};
  for (const name of WINDOW_TIMES) {
    const text = wanted[name];
    if (text === undefined) continue;
    const instant = readInstant(text);
    if (!instant) {
      return invalidTimeConstraint(
        `${name} is "${text}"; send a date and time such as 2026-03-05T14:30:00Z.`,
        {
          field: name,
          value: text,
        },
      );
    }
    times[name] = instant;
  }
  const item = {
    ...configuration.package,
    ...times,
    ...(wanted.deliveryMode ? { packageDeliveryMode: wanted.deliveryMode } : {}),
  };
  const [from, to] = [item.pickupStartTime, item.dropoffEndTime];
  if (from !== null && to !== null && to <= from) {
    return invalidTimeConstraint(
      `dropoffEndTime is ${to}, which is not after pickupStartTime, ${from}. Send a later one.`,
      { field: 'dropoffEndTime', value: to },
    );
  }
  return { ...configuration, package: item };
}

/** Why no other provider of the job's strategy would carry the package of a task; undefined when one would. */
export async function refuseWithoutOthers(
  deps: DispatchDeps,
  { aggregate, configuration }: TaskInJob,
): Promise<Refusal | undefined> {
  const { strategy, maxFeeCents } = aggregate.job.value;
  const tried = triedProviders(aggregate, configuration.id);
  const round = await quoteJob(deps, withPackage(aggregate, configuration), { excluded: tried });
  if (!round.hasEligibleProviders) return refuseEligibility(strategy, round);
  if (round.quotes.some((quote) => !isAboveLimit(quote, maxFeeCents))) return undefined;
  return noValidQuotes(
    'No other provider offers to carry the package within the fee limit. The task stays with its provider; try again later.',
    { tried },
  );
}

/** The job with one package in its new state. */
function withPackage(job: JobAggregate, changed: Configuration): JobAggregate {
  const configurations = job.configurations.map((stored) =>
    stored.value.id === changed.id ? { ...stored, value: changed } : stored,
  );
  return { ...job, configurations };
}

async function write(deps: DispatchDeps, found: TaskInJob): Promise<JobAggregate | undefined> {
  const { aggregate, stored, configuration } = found;
  const task = stored.value;
  const timer = await readTimer(deps.table, {
    organizationId: task.organizationId,
    kind: handoverTimer,
    subject: task.id,
  });
  const at = toInstant(deps.clock.now());
  const handover = withdrawn(task, { cause: 'reassign', reason: REASON });
  const changed = changeJob(
    aggregate,
    { configurations: [configuration], tasks: [{ ...task, handover, updatedAt: at }] },
    at,
  );
  const outcome = await deps.table.write([...changed.operations, ...watchHandover(task, at, timer, 0)]);
  return outcome.ok ? changed.next : undefined;
}
