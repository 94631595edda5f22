import {
  advance,
  type Plan,
  type Run,
  type RunContext,
  runInputInvalid,
  type Step,
  type WorkflowTrigger,
} from '../../../engines/workflows/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { checkDefinition } from '../check-definition.ts';
import { readEnvironment } from '../read-environment.ts';
import { readWorkflow, type WorkflowWithVersions } from '../read-workflows.ts';
import { findSubject, type RunCaller, type SubjectFields, type SubjectInput } from './find-subject.ts';
import { loadPlan, planOf, runEnvironment } from './load-plan.ts';
import { customEventByHand } from './new-run.ts';
import { openRun } from './open-run.ts';
import { type RunWithSteps, readRun } from './read-runs.ts';
import type { RequestDeps } from './run-by-hand.ts';

/** Result of a test. */
export interface TestOutcome {
  /** The run of a live test, which really sends messages and asks models; null for a dry run. */
  readonly executionId: string | null;
  /** What variables read when the run starts. */
  readonly entities: RunContext;
  readonly steps: readonly Step[];
  /** Tokens and price by the keys of the nodes that asked models, as far as they have answered. */
  readonly usages: RunWithSteps['usages'];
}

/**
 * Tests a workflow on an order or job without changing anything (specification 4.6.2). A dry run is computed and
 * discarded; a live run is stored, because its messages are really sent and its models really asked. A definition that is
 * given is tested instead of the stored one.
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
    /** A definition that is not stored, unchecked; if absent, the latest version is tested. */
    readonly definition?: unknown;
  },
): Promise<TestOutcome | Refusal> {
  const { organizationId } = caller;
  const found = await readWorkflow(deps.table, organizationId, workflowId);
  if (isRefusal(found)) return found;
  const tested = await planToTest(deps, found, wanted);
  if (isRefusal(tested)) return tested;
  const { plan, trigger } = tested;
  const subject = await findSubject(deps.table, caller, plan, wanted);
  if (isRefusal(subject)) return subject;
  const row = await openRun(deps, {
    organizationId,
    plan,
    cause: deps.ids.next('wfx'),
    startedBy: { type: 'test', name: wanted.live ? 'live test' : 'dry test', eventId: null, by: wanted.by },
    mode: wanted.live ? 'live_test' : 'dry_test',
    subject,
    customEvent: customEventByHand(trigger, undefined, deps.clock.now()),
  });
  if (isRefusal(row)) return row;
  const entities = row.state?.context ?? {};
  if (!wanted.live) {
    const environment = await runEnvironment(deps.table, organizationId, plan);
    const steps = row.state === null ? [] : dryRun(plan, row.state, deps.clock.now(), environment);
    return { executionId: null, entities, steps, usages: new Map() };
  }
  const carried = await deps.carryInRequest(row);
  const read = await readRun(deps.table, organizationId, carried.id);
  return isRefusal(read)
    ? read
    : { executionId: carried.id, entities, steps: read.steps, usages: read.usages };
}

/** The plan of the given definition, or of the latest version. A given one has to be valid as if it were saved. */
async function planToTest(
  { table, clock }: RequestDeps,
  { workflow }: WorkflowWithVersions,
  { definition: given, live }: { readonly definition?: unknown; readonly live: boolean },
): Promise<{ readonly plan: Plan; readonly trigger: WorkflowTrigger } | Refusal> {
  const { organizationId, id: workflowId, name: workflowName, version } = workflow;
  const ref = { organizationId, workflowId, workflowName, version };
  if (given === undefined) {
    const plan = await loadPlan(table, ref);
    if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
    return { plan, trigger: workflow.trigger };
  }
  if (live) {
    return runInputInvalid(
      '`live` cannot be combined with `definition`, because the run of a live test is stored with its version. Save the ' +
        'workflow first, or leave one of them out.',
      { field: 'live' },
    );
  }
  const environment = await readEnvironment(table, organizationId);
  // Nothing is kept of a test, so any kind of trigger may be tested.
  const checked = checkDefinition(given, environment, { isSignedIn: true, nowMs: clock.now() });
  if (isRefusal(checked)) return checked;
  const { definition } = checked;
  return { plan: await planOf(table, ref, definition), trigger: definition.trigger };
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
