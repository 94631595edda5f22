export { createFromTemplate } from './create-from-template.ts';
export { type DefinitionDiff, diffDefinitions } from './diff-versions.ts';
export {
  listWorkflows,
  listWorkflowVersions,
  readWorkflow,
  type WholeWorkflow,
} from './read-workflows.ts';
export {
  incompleteDefinition,
  invalidWorkflow,
  tooManyWorkflows,
  workflowContention,
  workflowNotFound,
  workflowStatusRefused,
} from './refusals.ts';
export { createWorkflow, setWorkflowStatus, updateWorkflow, type WorkflowInput } from './save-workflow.ts';
export { workflowTemplates } from './templates/index.ts';
export type { Workflow, WorkflowRow, WorkflowVersion } from './workflow.ts';
