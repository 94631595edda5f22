import type { JsonObject } from '../../../engines/workflows/index.ts';
import { findJob } from '../../../fulfilment/dispatch/index.ts';
import { jobIdOf, maySeeJob, readJob } from '../../../fulfilment/jobs/index.ts';
import { readOrder } from '../../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { readWorkflow } from '../read-workflows.ts';
import { runSubjectNotFound } from '../refusals.ts';
import type { CarryInRequest } from './carry-in-request.ts';
import { loadPlan } from './load-plan.ts';
import { runIdOf } from './new-run.ts';
import { openRun } from './open-run.ts';
import { queueRun } from './queue-run.ts';
import { type RunRow, runEntity } from './run.ts';
import type { RunSubject } from './run-context.ts';

/** What requests that start runs need. */
export interface RequestDeps extends CoreDeps {
  readonly carryInRequest: CarryInRequest;
}

/** The subject of a run as a caller names it: by ids or, for orders and jobs, by external ids. */
export interface SubjectInput {
  readonly order?: string | undefined;
  readonly job?: string | undefined;
  readonly delivery?: string | undefined;
  readonly task?: string | undefined;
}

/** Who runs or tests a workflow. Orders and jobs outside the caller's scope are unknown. */
export type RunCaller = Parameters<typeof findJob>[1] & Parameters<typeof readOrder>[1];

/**
 * Runs a workflow by hand for these entities (specification 4.6.1): at once with `sync`, otherwise queued. A run that
 * waits for background work is returned while it is waiting.
 */
export async function runByHand(
  deps: RequestDeps,
  caller: RunCaller,
  workflowId: string,
  wanted: {
    readonly about: SubjectInput;
    readonly input?: JsonObject | undefined;
    readonly sync: boolean;
    readonly by: string;
  },
): Promise<RunRow | Refusal> {
  const { organizationId } = caller;
  const found = await readWorkflow(deps.table, organizationId, workflowId);
  if (isRefusal(found)) return found;
  const { name: workflowName, version, status } = found.workflow;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  // The same id when the request is repeated.
  const cause = deps.ids.next('wfx');
  const before = await deps.table.get(runEntity, { organizationId, id: runIdOf(workflowId, cause) });
  if (before) return before.value;
  const subject = await findSubject(deps, caller, wanted.about);
  if (isRefusal(subject)) return subject;
  const row = await openRun(deps, {
    organizationId,
    plan,
    cause,
    startedBy: { type: 'manual', name: 'manual', eventId: null, by: wanted.by },
    mode: 'asynchronous',
    subject,
    manualStatus: status,
    triggerMetadata: wanted.input,
  });
  if (isRefusal(row)) return row;
  if (wanted.sync) return deps.carryInRequest(row);
  await deps.table.write(queueRun(row));
  return { ...row, status: 'queued' };
}

/** The subject of a run; an unknown id is refused. */
export async function findSubject(
  deps: CoreDeps,
  caller: RunCaller,
  { order, job, delivery, task }: SubjectInput,
): Promise<RunSubject | Refusal> {
  const partId = delivery ?? task;
  if (order !== undefined) {
    const found = await readOrder(deps.table, caller, order);
    if (isRefusal(found)) return found;
    return { orderId: found.stored.value.id };
  }
  if (partId === undefined && job === undefined) return {};
  if (partId === undefined) {
    const found = await findJob(deps.table, caller, job ?? '');
    if (!isRefusal(found)) return { jobId: found.job.value.id };
  } else {
    const jobId = jobIdOf(partId);
    const found = jobId === undefined ? undefined : await readJob(deps.table, caller.organizationId, jobId);
    const isPart = found?.tasks.some(({ value }) => value.id === partId || value.deliveryId === partId);
    if (found && isPart && maySeeJob(caller, found)) return { jobId: found.job.value.id, partId };
  }
  const named = delivery !== undefined ? { delivery } : task !== undefined ? { task } : { job };
  const [noun, id] = Object.entries(named)[0] ?? [];
  return runSubjectNotFound(`There is no ${noun} "${id}".`, named);
}
