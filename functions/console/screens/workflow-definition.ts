/** A node of a workflow as the API has it. */
export interface Node {
  readonly nodeKey: string;
  readonly nodeType: string;
  readonly nodeAction?: string;
  readonly nodeActionConfig?: unknown;
  readonly nodeFilterConfig?: unknown;
  readonly nodeLabel?: string;
  readonly isEnabled?: boolean;
  readonly isTrigger?: boolean;
}

/** Whether a node is the trigger; in definitions its type alone may say so. */
export function isTriggerNode({ nodeType, isTrigger }: Node): boolean {
  return isTrigger === true || nodeType === 'trigger';
}

/** An edge of a workflow as the API has it. */
export interface Edge {
  readonly edgeKey: string;
  readonly sourceNodeKey: string;
  readonly targetNodeKey: string;
  readonly executionOrder: number;
  readonly edgeType?: string;
  readonly branchKey?: string;
}

/** What a save was refused for. */
export interface GraphProblem {
  readonly code: string;
  readonly message: string;
  readonly nodeKey?: string;
  readonly edgeKey?: string;
  readonly field?: string;
}
