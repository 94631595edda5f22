import type { KnownAction } from '../actions/action-catalogue.ts';
import type { BoundAction } from '../actions/define-action.ts';
import type { Trigger } from '../definition/triggers.ts';
import type { Evaluation, NeededOccurrence } from '../filters/compile-conditions.ts';
import type { CompiledTemplate } from '../variables/compile-template.ts';
import type { Reader } from '../variables/scope.ts';

/**
 * A workflow version that is ready to run. Contains functions, so it is rebuilt from the definition and never stored.
 */
export interface Plan {
  readonly workflowId: string;
  readonly workflowName: string;
  readonly version: number;
  readonly trigger: Trigger;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  /** Where a run starts; undefined in a definition that validation would refuse. */
  readonly start: PlanNode | undefined;
  /** Custom events to look up when the trigger fires (specification 4.6.8). */
  readonly occurrences: readonly NeededOccurrence[];
  /** Enabled nodes that are not allowed in a synchronous run (specification 4.6.18). */
  readonly asynchronousNodes: readonly string[];
}

/** A node of a plan with its edges. */
export interface PlanNode {
  readonly key: string;
  readonly enabled: boolean;
  /** Edges that lead here. */
  readonly incoming: number;
  /** Edges that leave, in `executionOrder`. */
  readonly exits: readonly PlanEdge[];
  readonly work: NodeWork;
  /** Variables the node reads, recorded with its step. */
  readonly reads: readonly { readonly path: string; readonly read: Reader }[];
}

/** An edge: the exit of its source to which it is connected, and where it leads. */
export interface PlanEdge {
  readonly exit: Exit;
  readonly target: PlanNode;
}

/** `default`, `success`, `negative`, or a decision's branch as `=<branchKey>`. */
export type Exit = 'default' | 'success' | 'negative' | `=${string}`;

/** What a node does when a run reaches it. */
export type NodeWork =
  | { readonly kind: 'trigger' }
  | { readonly kind: 'filter'; readonly evaluate: Evaluation }
  | {
      readonly kind: 'switch';
      readonly cases: readonly { readonly key: string; readonly evaluate: Evaluation }[];
    }
  | {
      readonly kind: 'action';
      readonly action: KnownAction;
      readonly bound: BoundAction;
      readonly templates: ReadonlyMap<string, CompiledTemplate>;
      /** Keys of the upstream nodes, where the action reads their outputs. */
      readonly upstream: readonly string[];
    }
  /** A node that validation would refuse: reaching it fails the step. */
  | { readonly kind: 'broken'; readonly reason: string };

/** The exit that a branch key names. */
export function branchExit(branchKey: string): Exit {
  return `=${branchKey}`;
}
