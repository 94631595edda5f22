import type { BackgroundResult, Environment, JsonObject, Plan } from '../../../engines/workflows/index.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { loadPlan, runEnvironment } from '../runs/load-plan.ts';
import { occurredEventOf } from '../runs/occurred-event.ts';
import { readRun, readWorkResults } from '../runs/read-runs.ts';
import { type RunRow, runLegEntity } from '../runs/run.ts';
import { gatherContext } from '../runs/run-context.ts';
import { compare, type NodeDifference } from './compare.ts';
import type { Happening } from './happenings.ts';
import { type Replayed, simulate } from './simulate.ts';

/** A node that would act differently for one event. */
export interface ReplayDifference extends NodeDifference {
  readonly orderId: string | null;
  readonly jobId: string | null;
  readonly routeId: string | null;
  /** The actual run; null when the workflow did not run for it. */
  readonly executionId: string | null;
  readonly event: string;
  readonly at: string;
}

/**
 * What a version would do differently for one event. It uses the data of the actual run if it was stored, otherwise the
 * current data.
 */
export async function replayOne(
  deps: Pick<CoreDeps, 'table'>,
  plan: Plan,
  environment: Environment,
  organizationId: string,
  happening: Happening,
): Promise<readonly ReplayDifference[]> {
  const { table } = deps;
  const whole = await readRun(table, organizationId, happening.runId);
  const past = isRefusal(whole) ? undefined : whole;
  const first =
    past && (await table.get(runLegEntity, { organizationId, runId: past.run.id, leg: 1 }))?.value;
  const gathered = await gatherContext(table, organizationId, happening.subject);
  const answers = past ? await answersOf(deps, organizationId, past.run.id) : new Map();
  const happened = happening.event && occurredEventOf(happening.event);
  const replayed: Replayed = {
    id: happening.runId,
    nowMs: Date.parse(past?.run.createdAt ?? happening.at),
    context: first?.context ?? {
      ...gathered.context,
      ...(happened?.metadata ? { trigger_metadata: happened.metadata } : {}),
      ...(happened?.customEvent ? { custom_event: happened.customEvent } : {}),
    },
    occurredEvents: gathered.occurredEvents,
    occurred: (first?.occurred as JsonObject | undefined) ?? undefined,
    answers,
  };
  const after = simulate(plan, replayed, environment);
  if (!after) return [];
  const planned = past && (await plannedBy(deps, past.run, organizationId, replayed));
  const steps = past && new Map(past.steps.map((step) => [step.nodeKey, step]));
  const { orderIds, jobIds, routeIds } = past?.run ?? gathered;
  const facts = {
    orderId: orderIds[0] ?? null,
    jobId: jobIds[0] ?? null,
    routeId: routeIds[0] ?? null,
    executionId: past?.run.id ?? null,
    event: happening.name,
    at: happening.at,
  };
  return compare(steps, planned, after).map((difference) => ({ ...facts, ...difference }));
}

/** What the version of that time plans for the same data. */
async function plannedBy(
  { table }: Pick<CoreDeps, 'table'>,
  run: RunRow,
  organizationId: string,
  replayed: Replayed,
) {
  const { workflowId, workflowName, version } = run;
  const plan = await loadPlan(table, { organizationId, workflowId, workflowName, version });
  return plan && simulate(plan, replayed, await runEnvironment(table, organizationId, plan));
}

async function answersOf({ table }: Pick<CoreDeps, 'table'>, organizationId: string, runId: string) {
  const results = (await readWorkResults(table, organizationId, runId)) as BackgroundResult[];
  return new Map(results.map((result) => [result.effectKey, result]));
}
