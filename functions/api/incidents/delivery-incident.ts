import * as z from 'zod';
import { jobNotFound } from '../../../lib/fulfilment/dispatch/index.ts';
import {
  readIncident,
  refundRequestNotFound,
  reportIncident,
  taskNotFound,
  taskWasNeverCarried,
} from '../../../lib/fulfilment/incidents/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, shortText } from '../../../lib/platform/http/index.ts';
import {
  incidentBody,
  incidentBodyExample,
  incidentExample,
  incidentReply,
  renderReported,
  toReport,
} from './incident-schemas.ts';

const common = {
  path: '/v1/jobs/{jobId}/tasks/{taskId}/delivery_incident',
  area: 'Incidents',
  params: z.object({
    jobId: shortText(255).meta({ description: 'Id of the job, `job_...`, or its external identifier.' }),
    taskId: shortText(255).meta({ description: 'Id of the task, `tsk_...`.' }),
  }),
  reply: incidentReply,
  replyExample: incidentExample,
} as const;

/** POST /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident */
export const createDeliveryIncident = defineEndpoint({
  ...common,
  name: 'createDeliveryIncident',
  method: 'POST',
  summary: 'Report an incident or request a refund',
  description:
    'A refund request needs at least one amount above 0. A task has at most one refund request: sending it again returns ' +
    'the original `refundRequestId` with its first amounts. A new note replaces the previous one.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: incidentBody,
  bodyExample: incidentBodyExample,
  refusals: [jobNotFound, taskNotFound, taskWasNeverCarried, contentionOver('task')],
  async handle({ input: { path, body }, ctx }) {
    const reported = await reportIncident(ctx, ctx.caller, path, toReport(body));
    return isRefusal(reported) ? reported : renderReported(reported);
  },
});

/** GET /v1/jobs/{jobId}/tasks/{taskId}/delivery_incident */
export const getDeliveryIncident = defineEndpoint({
  ...common,
  name: 'getDeliveryIncident',
  method: 'GET',
  summary: 'Get the latest report about a task',
  permission: 'READ_JOB',
  forLimited: 'narrowed',
  refusals: [jobNotFound, taskNotFound, taskWasNeverCarried, refundRequestNotFound],
  async handle({ input: { path }, ctx }) {
    const reported = await readIncident(ctx, ctx.caller, path);
    if (isRefusal(reported)) return reported;
    if (reported) return renderReported(reported);
    return refundRequestNotFound(`There is no report about task ${path.taskId}.`, { taskId: path.taskId });
  },
});
