import * as z from 'zod';
import {
  type JsonObject,
  runInputInvalid,
  workflowNotRunnable,
} from '../../../lib/engines/workflows/index.ts';
import { orderDuplicateExternalId, orderNotFound } from '../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import {
  readRun,
  runByHand,
  runNotFound,
  runSubjectNotFound,
  workflowNotFound,
} from '../../../lib/reactions/automations/index.ts';
import { defineRunEndpoint } from './deps.ts';
import { renderWholeRun, wholeRunExample, wholeRunReply, workflowPath } from './run-schemas.ts';

const id = z.string().max(128).optional();

const FIELDS = {
  order: 'entityRefs.order',
  job: 'entityRefs.job',
  delivery: 'entityRefs.delivery',
  task: 'entityRefs.task',
  route: 'entityRefs.route',
};

export const triggerWorkflow = defineRunEndpoint({
  name: 'triggerWorkflow',
  method: 'POST',
  path: '/v1/workflows/{id}/trigger',
  area: 'Workflow runs',
  summary: 'Run a workflow by hand',
  description:
    'Works for `active` and `inactive` workflows. The reply shows the current state of the run: queued, or with `sync` carried ' +
    'out as far as possible without waiting, which workflows with HTTP requests, AI decisions or agent nodes refuse. A workflow whose actions or conditions need an entity is not run without one.',
  permission: 'WRITE_WORKFLOW',
  forLimited: 'refused',
  params: workflowPath,
  body: z.object({
    jobId: optional(z.string().max(128)).meta({
      description: 'Job that the run is about; as `entityRefs.job`.',
    }),
    entityRefs: optional(
      z.object({
        order: id.meta({ description: 'Id or external id of the order.' }),
        job: id.meta({ description: 'Id of the job.' }),
        delivery: id.meta({ description: 'Id of the delivery.' }),
        task: id.meta({ description: 'Id of the task.' }),
        route: id.meta({ description: 'Id or external id of the route.' }),
      }),
    ).meta({
      description: 'Subject of the run; one of the entities is enough, and several have to belong together.',
    }),
    input: optional(z.record(z.string(), z.unknown())).meta({
      description:
        'Data for the run, available as `trigger_metadata`, and as `custom_event.payload` in a workflow on a custom event.',
    }),
    sync: optional(z.boolean()).meta({
      description: 'Whether to carry out the run within the request; default false.',
    }),
  }),
  reply: wholeRunReply,
  bodyExample: { entityRefs: { order: 'ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H' }, sync: true },
  replyExample: wholeRunExample,
  refusals: [
    workflowNotFound,
    workflowNotRunnable,
    runInputInvalid,
    runSubjectNotFound,
    runNotFound,
    orderNotFound,
    orderDuplicateExternalId,
  ],
  async handle({ input: { path, body }, ctx }) {
    const { entityRefs = {}, jobId, input, sync = false } = body;
    if (jobId !== undefined && entityRefs.job !== undefined && jobId !== entityRefs.job) {
      return runInputInvalid('`jobId` and `entityRefs.job` name different jobs. Send one of them.');
    }
    const wanted = {
      about: { ...entityRefs, job: entityRefs.job ?? jobId },
      fields: FIELDS,
      input: input as JsonObject | undefined,
      sync,
      by: ctx.caller.keyId,
    };
    const run = await runByHand(ctx, ctx.caller, path.id, wanted);
    if (isRefusal(run)) return run;
    const found = await readRun(ctx.table, ctx.organizationId, run.id);
    return isRefusal(found) ? found : renderWholeRun(found);
  },
});
