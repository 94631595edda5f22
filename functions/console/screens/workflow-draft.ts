import { useEffect, useState } from 'preact/hooks';
import type { Trigger } from './workflow-blocks.ts';
import type { Edge, Node } from './workflow-definition.ts';
import type { Workflow } from './workflows.tsx';

/** What somebody changed of a workflow and has not saved. */
export interface Draft {
  /** The version that it started from. */
  readonly version: number;
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly trigger: Trigger;
  /** Keys of the nodes that were changed. */
  readonly edited: ReadonlySet<string>;
}

/** Unsaved changes by workflow: they outlive a look at another tab or screen. */
const drafts = new Map<string, Draft>();

/** A workflow as it is being edited. */
export interface Editing {
  readonly draft: Draft;
  readonly isDirty: boolean;
  /** Whether somebody saved another version meanwhile. */
  readonly isOvertaken: boolean;
  readonly change: (parts: Partial<Draft>) => void;
  readonly discard: () => void;
}

/** The unsaved changes of a workflow. */
export function useDraft(workflow: Workflow): Editing {
  const [, render] = useState(0);
  const kept = drafts.get(workflow.id);
  useEffect(() => {
    // A browser asks before it closes a page whose changes it would lose.
    const ask = (event: BeforeUnloadEvent) => {
      if (drafts.has(workflow.id)) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [workflow.id]);
  const { version, nodes, edges, trigger } = workflow;
  const draft = kept ?? { version, nodes, edges, trigger: trigger as Trigger, edited: new Set<string>() };
  const keep = (next: Draft | undefined) => {
    if (next) drafts.set(workflow.id, next);
    else drafts.delete(workflow.id);
    render((count) => count + 1);
  };
  return {
    draft,
    isDirty: kept !== undefined,
    isOvertaken: draft.version !== version,
    change: (parts) => keep({ ...(drafts.get(workflow.id) ?? draft), ...parts }),
    discard: () => keep(undefined),
  };
}
