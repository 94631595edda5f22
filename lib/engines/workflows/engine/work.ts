import type { BackgroundResult } from '../actions/background-result.ts';
import type { Environment } from '../definition/environment.ts';
import type { StepStatus } from '../definition/statuses.ts';
import type { JsonObject } from '../json.ts';
import type { RunContext, Scope } from '../variables/scope.ts';
import type { Plan } from './plan.ts';
import type { Effect, Join, Pending, Run, Step } from './run.ts';

/**
 * The state of one call of `advance`: copies of the run's parts, which only that call changes. Doubles as the
 * scope that conditions and variables read.
 */
export interface Work extends Scope {
  readonly plan: Plan;
  readonly run: Run;
  readonly input: AdvanceInput;
  readonly nowText: string;
  readonly isTest: boolean;
  context: RunContext;
  readonly outputs: Record<string, JsonObject>;
  readonly ready: string[];
  readonly joins: Record<string, Join>;
  readonly pending: Record<string, Pending>;
  readonly early: Record<string, BackgroundResult>;
  readonly statuses: Record<string, StepStatus>;
  readonly effects: Effect[];
  readonly steps: Step[];
  nodes: number;
  bytes: number;
  problem: string | null;
  /** Whether a step has failed, now or in an earlier call. */
  failed: boolean;
}

/** Copies the parts of a run that a call changes. */
export function openWork(plan: Plan, run: Run, input: AdvanceInput, nowText: string): Work {
  return {
    plan,
    run,
    input,
    now: input.now,
    nowText,
    isTest: run.mode === 'dry_test' || run.mode === 'live_test',
    context: run.context,
    occurred: run.occurred,
    outputs: { ...run.outputs },
    ready: [...run.ready],
    joins: { ...run.joins },
    pending: { ...run.pending },
    early: { ...run.early },
    statuses: { ...run.steps },
    effects: [],
    steps: [],
    nodes: run.usage.nodes,
    bytes: run.usage.bytes,
    problem: run.problem,
    failed: Object.values(run.steps).includes('failed'),
  };
}

/** What the caller knows when a run is advanced. */
export interface AdvanceInput {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Results of effects returned before, in the order in which they arrived. */
  readonly results?: readonly BackgroundResult[];
  /** Maximum number of nodes to run in this call; a run that could continue has the verdict `running`. */
  readonly maxNodes?: number;
  readonly environment?: Environment;
  /** Says why an order would be invalid, where the caller can say so at once. */
  readonly validateOrder?: (order: JsonObject) => readonly string[];
}
