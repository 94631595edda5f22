import * as z from 'zod';
import { runInputInvalid, workflowNotRunnable } from '../../../lib/engines/workflows/index.ts';
import { orderDuplicateExternalId, orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import {
  invalidWorkflow,
  runNotFound,
  runSubjectNotFound,
  testWorkflow,
  workflowNotFound,
} from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { proposedDefinition, renderStep, stepExample, stepReply, workflowPath } from './run-schemas.ts';

export const testWorkflowEndpoint = defineRunEndpoint({
  name: 'testWorkflow',
  method: 'POST',
  path: '/v1/workflows/{id}/test',
  area: 'Workflow runs',
  summary: 'Test a workflow',
  description:
    'Changes nothing: actions report `preview` with what they would do. With `live`, messages are really sent and AI ' +
    'decisions really made. They continue in the background; GET /v1/workflow-executions/{executionId} shows them.\n\n' +
    'With `definition` it tests that one instead of the latest version, without saving it. `entities` has the values of ' +
    'the variables at the start.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  body: z.object({
    orderId: optional(z.string().max(128)).meta({
      description: 'Id or external id of the order to test with.',
    }),
    jobId: optional(z.string().max(128)).meta({ description: 'Id of the job to test with.' }),
    routeId: optional(z.string().max(128)).meta({
      description: 'Id or external id of the route to test with.',
    }),
    live: optional(z.boolean()).meta({
      description: 'Whether to really send messages and ask models; default false. Not with `definition`.',
    }),
    definition: proposedDefinition,
  }),
  reply: z.object({
    executionId: z.string().nullable(),
    entities: z.record(z.string(), z.unknown()).meta({
      description: 'The order, package, job, task, delivery and route of the run, as variables read them.',
    }),
    nodes: z.array(stepReply.extend({ preview: z.record(z.string(), z.unknown()).nullable() })),
  }),
  bodyExample: { orderId: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  replyExample: {
    executionId: null,
    entities: { order: { id: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H', valueCents: 60_000 } },
    nodes: [{ ...stepExample, status: 'preview', preview: { action: 'add_tag', payload: { add: ['vip'] } } }],
  },
  refusals: [
    workflowNotFound,
    invalidWorkflow,
    workflowNotRunnable,
    runInputInvalid,
    runSubjectNotFound,
    runNotFound,
    orderNotFound,
    orderDuplicateExternalId,
  ],
  async handle({ input: { path, body }, ctx }) {
    const about = { order: body.orderId, job: body.jobId, route: body.routeId };
    const fields = { order: 'orderId', job: 'jobId', route: 'routeId' };
    const { live = false, definition } = body;
    const wanted = { about, fields, live, by: ctx.caller.keyId, definition };
    const outcome = await testWorkflow(ctx, ctx.caller, path.id, wanted);
    if (isRefusal(outcome)) return outcome;
    const nodes = outcome.steps.map((step) => ({
      ...renderStep(step, outcome.usages.get(step.nodeKey)),
      preview: step.preview && { action: step.preview.action, payload: { ...step.preview.payload } },
    }));
    return { executionId: outcome.executionId, entities: { ...outcome.entities }, nodes };
  },
});
