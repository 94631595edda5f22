import { routesOfGroups } from '../../../lib/fleet/routes/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { carryRunInRequest } from '../../compose/carry-run-in-request.ts';
import { cancelExecution } from './cancel-execution.ts';
import { countExecutions } from './count-executions.ts';
import type { WorkflowRunDeps } from './deps.ts';
import { emitJobEvent } from './emit-job-event.ts';
import { emitOrderEvent } from './emit-order-event.ts';
import { explainOrder } from './explain-order.ts';
import { getExecution } from './get-execution.ts';
import { listExecutions } from './list-executions.ts';
import { listJobExecutions } from './list-job-executions.ts';
import { listOrderExecutions } from './list-order-executions.ts';
import { listRouteExecutions } from './list-route-executions.ts';
import { pauseExecution } from './pause-execution.ts';
import { replayWorkflow } from './replay-workflow.ts';
import { resumeExecution } from './resume-execution.ts';
import { retryExecution } from './retry-execution.ts';
import { testWorkflowEndpoint } from './test-workflow.ts';
import { triggerWorkflow } from './trigger-workflow.ts';

export const workflowRunsArea = defineArea<WorkflowRunDeps>({
  name: 'workflow-runs',
  endpoints: [
    triggerWorkflow,
    testWorkflowEndpoint,
    listExecutions,
    countExecutions,
    getExecution,
    cancelExecution,
    pauseExecution,
    resumeExecution,
    retryExecution,
    explainOrder,
    listOrderExecutions,
    listJobExecutions,
    listRouteExecutions,
    replayWorkflow,
    emitOrderEvent,
    emitJobEvent,
  ],
  uses: { table: 'readWrite', credentials: 'read', geocodes: true },
  routesOf: routesOfGroups,
});

export const handler = serveArea(workflowRunsArea, () => ({
  ...coreDeps(),
  carryInRequest: carryRunInRequest,
}));
