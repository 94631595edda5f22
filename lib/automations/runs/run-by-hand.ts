import { isRefusal, type Refusal } from '../../core/refusal.ts';
import { jobIdOf, readJob } from '../../jobs/index.ts';
import { readOrder } from '../../orders/index.ts';
import type { JsonObject } from '../../workflows/index.ts';
import { readWorkflow } from '../read-workflows.ts';
import { runSubjectNotFound } from '../refusals.ts';
import { carryRun } from './carry-run.ts';
import { loadPlan, runEnvironment } from './load-plan.ts';
import { runIdOf } from './new-run.ts';
import { openRun } from './open-run.ts';
import { queueRun } from './queue-run.ts';
import { type RunRow, runEntity } from './run.ts';
import type { RunSubject } from './run-context.ts';
import type { RunDeps } from './run-deps.ts';

/** The subject of a run as a caller names it: ids, which for orders and jobs may also be external ones. */
export interface SubjectInput {
  readonly order?: string | undefined;
  readonly job?: string | undefined;
  readonly delivery?: string | undefined;
  readonly task?: string | undefined;
}

/**
 * Runs a workflow by hand for these entities (specification 4.6.1): at once with `sync`, else queued. A run
 * that waits for background work is returned while it waits.
 */
export async function runByHand(
  organizationId: string,
  workflowId: string,
  wanted: {
    readonly about: SubjectInput;
    readonly input?: JsonObject | undefined;
    readonly sync: boolean;
    readonly by: string;
  },
  deps: RunDeps,
): Promise<RunRow | Refusal> {
  const found = await readWorkflow(deps.table, organizationId, workflowId);
  if (isRefusal(found)) return found;
  const { name: workflowName, version, status } = found.workflow;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  // The same id when the request is repeated.
  const cause = deps.ids.next('wfx');
  const before = await deps.table.get(runEntity, { organizationId, id: runIdOf(workflowId, cause) });
  if (before) return before.value;
  const subject = await findSubject(organizationId, wanted.about, deps);
  if (isRefusal(subject)) return subject;
  const row = await openRun(
    {
      organizationId,
      plan,
      cause,
      startedBy: { type: 'manual', name: 'manual', eventId: null, by: wanted.by },
      mode: 'asynchronous',
      subject,
      manualStatus: status,
      triggerMetadata: wanted.input,
    },
    deps,
  );
  if (isRefusal(row)) return row;
  if (wanted.sync) {
    const environment = await runEnvironment(deps.table, organizationId, plan);
    return carryRun({ row, stored: undefined, plan, environment }, [], deps);
  }
  await deps.table.write(queueRun(row));
  return { ...row, status: 'queued' };
}

/** The subject of a run; an unknown id is refused. */
export async function findSubject(
  organizationId: string,
  { order, job, delivery, task }: SubjectInput,
  deps: RunDeps,
): Promise<RunSubject | Refusal> {
  const actor = { organizationId, storeLocationIds: null };
  const partId = delivery ?? task;
  if (order !== undefined) {
    const found = await readOrder(deps.table, actor, order);
    if (isRefusal(found)) return found;
    return { orderId: found.stored.value.id };
  }
  if (partId === undefined && job === undefined) return {};
  const jobId = partId === undefined ? job : jobIdOf(partId);
  const found = jobId === undefined ? undefined : await readJob(deps.table, organizationId, jobId);
  const hasPart =
    partId === undefined ||
    found?.tasks.some(({ value }) => value.id === partId || value.deliveryId === partId);
  if (found && hasPart) return { jobId: found.job.value.id, partId };
  const [noun, id] =
    delivery !== undefined ? ['delivery', delivery] : task !== undefined ? ['task', task] : ['job', job];
  return runSubjectNotFound(`There is no ${noun} "${id}".`, { [noun ?? 'id']: id });
}
