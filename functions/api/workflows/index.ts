import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { webhookSigningSecret } from '../../../lib/reactions/webhooks/index.ts';
import { createFromTemplateEndpoint } from './create-from-template.ts';
import { createWorkflowEndpoint } from './create-workflow.ts';
import { type WorkflowDeps, workflowDeps } from './deps.ts';
import { diffVersions } from './diff-versions.ts';
import { getWorkflowSchema } from './get-schema.ts';
import { getVersion } from './get-version.ts';
import { getWorkflow } from './get-workflow.ts';
import { getHook, rotateHookSecret } from './hooks.ts';
import { listTemplates } from './list-templates.ts';
import { listVersions } from './list-versions.ts';
import { listWorkflowsEndpoint } from './list-workflows.ts';
import { receiveWorkflowHook } from './receive-hook.ts';
import { setWorkflowStatusEndpoint } from './set-workflow-status.ts';
import { updateWorkflowEndpoint } from './update-workflow.ts';

export const workflowsArea = defineArea<WorkflowDeps>({
  name: 'workflows',
  endpoints: [
    listWorkflowsEndpoint,
    createWorkflowEndpoint,
    getWorkflowSchema,
    listTemplates,
    createFromTemplateEndpoint,
    getWorkflow,
    updateWorkflowEndpoint,
    setWorkflowStatusEndpoint,
    listVersions,
    getVersion,
    diffVersions,
    getHook,
    rotateHookSecret,
    receiveWorkflowHook,
  ],
  uses: { table: 'readWrite', secrets: [webhookSigningSecret] },
});

export const handler = serveArea(workflowsArea, workflowDeps);
