import { type WorkflowStatus, workflowStatuses } from '../../engines/workflows/index.ts';
import { defineLifecycle } from '../../platform/core/define-lifecycle.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { workflowStatusRefused } from './refusals.ts';

/** Lifecycle of a workflow (specification 3.3, decision B20). */
export const workflowLifecycle = defineLifecycle({
  title: 'Workflow',
  statuses: workflowStatuses,
  initial: ['draft'],
  transitions: [
    { trigger: 'activate', from: ['draft', 'inactive'], to: 'active' },
    { trigger: 'edit again', from: ['inactive', 'archived', 'template'], to: 'draft' },
    { trigger: 'deactivate', from: ['draft', 'active', 'archived', 'template'], to: 'inactive' },
    { trigger: 'archive', from: workflowStatuses.filter((status) => status !== 'archived'), to: 'archived' },
    { trigger: 'make a template', from: ['draft', 'inactive'], to: 'template' },
  ],
});

/** Why a workflow cannot take a status now; undefined when it can. Its current status is not a change. */
export function refuseStatus(
  { id, status }: { readonly id: string; readonly status: WorkflowStatus },
  wanted: WorkflowStatus,
): Refusal | undefined {
  const { allowed } = workflowLifecycle.refusalDetails(status);
  if (wanted === status || allowed.includes(wanted)) return undefined;
  return workflowStatusRefused(
    `The workflow "${id}" is "${status}" and cannot become "${wanted}". From "${status}" it can become ${allowed.join(', ')}.`,
    { status, wanted, allowed },
  );
}
