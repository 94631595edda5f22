import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { TriggerRights } from './check-definition.ts';
import { readWorkflow, type WorkflowWithVersions } from './read-workflows.ts';
import { workflowNotFound } from './refusals.ts';
import { createWorkflow } from './save-workflow.ts';
import { workflowTemplates } from './templates/index.ts';

/** Creates a draft with the structure of a shipped template, or of a workflow whose status is `template`. */
export async function createFromTemplate(
  deps: CoreDeps,
  organizationId: string,
  wanted: { readonly templateId: string; readonly name?: string | undefined },
  rights: TriggerRights,
): Promise<WorkflowWithVersions | Refusal> {
  const { templateId } = wanted;
  const shipped = workflowTemplates.find(({ id }) => id === templateId);
  if (shipped) {
    const { name, description, definition } = shipped;
    const input = { name: wanted.name ?? name, description, ...definition };
    return createWorkflow(deps, organizationId, input, rights);
  }
  const own = await readWorkflow(deps.table, organizationId, templateId);
  if (isRefusal(own) || own.workflow.status !== 'template') {
    return workflowNotFound(
      `There is no template "${templateId}". GET /v1/workflows/templates lists the templates of the service.`,
      { id: templateId },
    );
  }
  const { name, description } = own.workflow;
  const { nodes, edges, trigger } = own.definition;
  const input = { name: wanted.name ?? name, description, nodes, edges, trigger };
  return createWorkflow(deps, organizationId, input, rights);
}
