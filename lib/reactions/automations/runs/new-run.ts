import {
  eventNames,
  type JsonObject,
  type Plan,
  type RunMode,
  startRun,
  type WorkflowStatus,
} from '../../../engines/workflows/index.ts';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { RunRow } from './run.ts';
import type { Gathered, RunSubject } from './run-context.ts';

/** What a run starts with. */
export interface Opening {
  readonly organizationId: string;
  readonly plan: Plan;
  /** The same for repetitions of one cause, which starts a workflow once. */
  readonly cause: string;
  readonly startedBy: RunRow['startedBy'];
  readonly mode: RunMode;
  readonly subject: RunSubject;
  readonly chainDepth?: number | undefined;
  /** Status of a workflow that runs by hand. */
  readonly manualStatus?: WorkflowStatus | undefined;
  readonly triggerMetadata?: JsonObject | undefined;
  readonly customEvent?: JsonObject | undefined;
}

/** What a run by hand of a workflow on a custom event finds in `custom_event`: the event as if it came now with the input. */
export function customEventByHand(
  { triggerType, eventName }: { readonly triggerType: string; readonly eventName?: string | undefined },
  input: JsonObject | undefined,
  nowMs: number,
): JsonObject | undefined {
  if (triggerType !== 'event' || eventName === undefined || eventNames.includes(eventName)) return undefined;
  return { name: eventName, timestamp: toInstant(nowMs), payload: input ?? {} };
}

/** Id of the run that this cause starts of this workflow. */
export function runIdOf(workflowId: string, cause: string): string {
  return `wfx_${digest('run', workflowId, cause)}`;
}

/** A run that was not written yet, or the refusal to start it. Without `gathered` the run has no subject. */
export function newRun(opening: Opening, gathered: Gathered | undefined, nowMs: number): RunRow | Refusal {
  const { plan, cause, mode, chainDepth = 0 } = opening;
  const { manualStatus, triggerMetadata, customEvent } = opening;
  const id = runIdOf(plan.workflowId, cause);
  const run = startRun(plan, {
    id,
    mode,
    now: nowMs,
    chainDepth,
    ...(manualStatus === undefined ? {} : { manual: { status: manualStatus } }),
    context: {
      ...gathered?.context,
      ...(triggerMetadata ? { trigger_metadata: triggerMetadata } : {}),
      ...(customEvent ? { custom_event: customEvent } : {}),
    },
    occurredEvents: gathered?.occurredEvents ?? {},
  });
  if (isRefusal(run)) return run;
  const row = { ...blankRow(opening, id, nowMs), status: run.status, state: run };
  return gathered ? { ...row, ...idsOf(gathered) } : row;
}

/** A refused run, as merchants see it. */
export function refusedRun(opening: Opening, refusal: Refusal, nowMs: number): RunRow {
  const row = blankRow(opening, runIdOf(opening.plan.workflowId, opening.cause), nowMs);
  const { orderId, jobId } = opening.subject;
  return {
    ...row,
    orderIds: orderId ? [orderId] : [],
    jobIds: jobId ? [jobId] : [],
    completedAt: row.createdAt,
    problem: refusal.message,
    status: 'failed',
  };
}

function idsOf({ orderIds, jobIds, deliveryIds, routeIds }: Gathered) {
  return { orderIds, jobIds, deliveryIds, routeIds };
}

function blankRow(opening: Opening, id: string, nowMs: number): RunRow {
  const { organizationId, plan, mode, startedBy, chainDepth = 0 } = opening;
  return {
    organizationId,
    id,
    workflowId: plan.workflowId,
    workflowName: plan.workflowName,
    version: plan.version,
    status: 'pending',
    startedBy,
    orderIds: [],
    jobIds: [],
    deliveryIds: [],
    routeIds: [],
    createdAt: toInstant(nowMs),
    completedAt: null,
    problem: null,
    mode,
    chainDepth,
    legs: 0,
    isHeld: false,
    state: null,
  };
}
