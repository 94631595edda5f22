import { type JsonObject, type Plan, workflowNotRunnable } from '../../../engines/workflows/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { readWorkflow } from '../read-workflows.ts';
import type { CarryInRequest } from './carry-in-request.ts';
import { findSubject, type RunCaller, type SubjectFields, type SubjectInput } from './find-subject.ts';
import { loadPlan } from './load-plan.ts';
import { customEventByHand, runIdOf } from './new-run.ts';
import { openRun } from './open-run.ts';
import { queueRun } from './queue-run.ts';
import { type RunRow, runEntity } from './run.ts';

/** What requests that start runs need. */
export interface RequestDeps extends CoreDeps {
  readonly carryInRequest: CarryInRequest;
}

/**
 * Runs a workflow by hand for these entities (specification 4.6.1): at once with `sync`, otherwise queued. With
 * `sync`, requests, AI decisions and agents are refused (specification 4.6.18); a run that waits for other background
 * work is returned while it is waiting.
 */
export async function runByHand(
  deps: RequestDeps,
  caller: RunCaller,
  workflowId: string,
  wanted: {
    readonly about: SubjectInput;
    readonly fields: SubjectFields;
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
  const refused = wanted.sync ? refuseInRequest(plan) : undefined;
  if (refused) return refused;
  const subject = await findSubject(deps.table, caller, plan, wanted);
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
    customEvent: customEventByHand(found.workflow.trigger, wanted.input, deps.clock.now()),
  });
  if (isRefusal(row)) return row;
  if (wanted.sync) return deps.carryInRequest(row);
  await deps.table.write(queueRun(row));
  return { ...row, status: 'queued' };
}

/** Actions that never sit on a synchronous run (specification 4.6.18). */
const NEVER_IN_REQUEST: readonly string[] = Object.freeze([
  'send_http_request',
  'ai_decision',
  'invoke_agent',
]);

function refuseInRequest({ nodes }: Plan): Refusal | undefined {
  const waiting = [...nodes.values()]
    .filter(
      ({ enabled, work }) => enabled && work.kind === 'action' && NEVER_IN_REQUEST.includes(work.action.key),
    )
    .map(({ key }) => key);
  if (waiting.length === 0) return undefined;
  return workflowNotRunnable(
    `These nodes cannot be used in a synchronous run: ${waiting.join(', ')}. Send \`sync\` false, and read the run afterwards.`,
    { nodes: waiting },
  );
}
