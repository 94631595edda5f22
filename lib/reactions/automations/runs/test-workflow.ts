import { advance, type Plan, type Run, type Step } from '../../../engines/workflows/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { readWorkflow } from '../read-workflows.ts';
import { findSubject, type RunCaller, type SubjectFields, type SubjectInput } from './find-subject.ts';
import { loadPlan, runEnvironment } from './load-plan.ts';
import { customEventByHand } from './new-run.ts';
import { openRun } from './open-run.ts';
import { type RunWithSteps, readRun } from './read-runs.ts';
import type { RequestDeps } from './run-by-hand.ts';

/** Result of a test. */
export interface TestOutcome {
  /** The run of a live test, which really sends messages and asks models; null for a dry run. */
  readonly executionId: string | null;
  readonly steps: readonly Step[];
  /** Tokens and price by the keys of the nodes that asked models, as far as they have answered. */
  readonly usages: RunWithSteps['usages'];
}

/**
 * Tests a workflow on an order or job without changing anything (specification 4.6.2). A dry run is computed and
 * discarded; a live run is stored, because its messages are really sent and its models really asked.
 */
export async function testWorkflow(
  deps: RequestDeps,
  caller: RunCaller,
  workflowId: string,
  wanted: {
    readonly about: SubjectInput;
    readonly fields: SubjectFields;
    readonly live: boolean;
    readonly by: string;
  },
): Promise<TestOutcome | Refusal> {
  const { organizationId } = caller;
  const found = await readWorkflow(deps.table, organizationId, workflowId);
  if (isRefusal(found)) return found;
  const { name: workflowName, version } = found.workflow;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  const subject = await findSubject(deps.table, caller, plan, wanted);
  if (isRefusal(subject)) return subject;
  const row = await openRun(deps, {
    organizationId,
    plan,
    cause: deps.ids.next('wfx'),
    startedBy: { type: 'test', name: wanted.live ? 'live test' : 'dry test', eventId: null, by: wanted.by },
    mode: wanted.live ? 'live_test' : 'dry_test',
    subject,
    customEvent: customEventByHand(found.workflow.trigger, undefined, deps.clock.now()),
  });
  if (isRefusal(row)) return row;
  if (!wanted.live) {
    const environment = await runEnvironment(deps.table, organizationId, plan);
    const steps = row.state === null ? [] : dryRun(plan, row.state, deps.clock.now(), environment);
    return { executionId: null, steps, usages: new Map() };
  }
  const carried = await deps.carryInRequest(row);
  const read = await readRun(deps.table, organizationId, carried.id);
  return isRefusal(read) ? read : { executionId: carried.id, steps: read.steps, usages: read.usages };
}

/** All steps of a run that starts no work. */
function dryRun(plan: Plan, start: Run, now: number, environment: object): readonly Step[] {
  const steps: Step[] = [];
  let run = start;
  for (;;) {
    const advanced = advance(plan, run, { now, environment });
    steps.push(...advanced.steps);
    run = advanced.run;
    if (advanced.verdict !== 'running') return steps;
  }
}
