import type { WorkflowStatus } from '../../engines/workflows/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { workflowStatusRefused } from './refusals.ts';

/** Statuses that a workflow can be given from each (specification 3.3, decision B20). */
export const WORKFLOW_TRANSITIONS: Readonly<Record<WorkflowStatus, readonly WorkflowStatus[]>> =
  Object.freeze({
    draft: ['active', 'inactive', 'archived', 'template'],
    active: ['inactive', 'archived'],
    inactive: ['active', 'draft', 'archived', 'template'],
    archived: ['draft', 'inactive'],
    template: ['draft', 'inactive', 'archived'],
  });

/** Why a workflow cannot take a status now; undefined when it can. Its current status is not a change. */
export function refuseStatus(
  { id, status }: { readonly id: string; readonly status: WorkflowStatus },
  wanted: WorkflowStatus,
): Refusal | undefined {
  const allowed = WORKFLOW_TRANSITIONS[status];
  if (wanted === status || allowed.includes(wanted)) return undefined;
  return workflowStatusRefused(
    `The workflow "${id}" is "${status}" and cannot become "${wanted}". From "${status}" it can become ${allowed.join(', ')}.`,
    { status, wanted, allowed },
  );
}
