import * as z from 'zod';
import {
  listRefundRequests as list,
  readRefundRequest,
  refundRequestNotFound,
  renderRefundRequest,
  returnedRefundRequestSchema,
} from '../../../lib/fulfilment/incidents/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineEndpoint, shortText } from '../../../lib/platform/http/index.ts';
import { refundRequestExample } from './refund-examples.ts';

const NEITHER = 'is missing; send taskId, jobId or both';

/** GET /v1/refund-requests */
export const listRefundRequests = defineEndpoint({
  name: 'listRefundRequests',
  method: 'GET',
  path: '/v1/refund-requests',
  area: 'Incidents',
  summary: 'List the refund requests of a task or job',
  description: 'At least one of the two filters is required. With both, the task must belong to the job.',
  permission: 'READ_REFUND',
  forLimited: 'narrowed',
  query: z
    .object({
      taskId: z.string().max(255).optional().meta({ description: 'Id of a task, `tsk_...`.' }),
      jobId: z.string().max(255).optional().meta({ description: 'Id of a job, `job_...`.' }),
    })
    .superRefine(({ taskId, jobId }, context) => {
      if (taskId || jobId) return;
      context.addIssue({ code: 'custom', path: ['taskId'], message: NEITHER, input: taskId });
      context.addIssue({ code: 'custom', path: ['jobId'], message: NEITHER, input: jobId });
    }),
  reply: z.array(returnedRefundRequestSchema),
  replyExample: [refundRequestExample],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const filter = { taskId: query.taskId || undefined, jobId: query.jobId || undefined };
    return (await list(ctx, ctx.caller, filter)).map(renderRefundRequest);
  },
});

/** GET /v1/refund-request/{id} */
export const getRefundRequest = defineEndpoint({
  name: 'getRefundRequest',
  method: 'GET',
  path: '/v1/refund-request/{id}',
  area: 'Incidents',
  summary: 'Get a refund request',
  permission: 'READ_REFUND',
  forLimited: 'narrowed',
  params: z.object({ id: shortText(255).meta({ description: 'Id of the refund request, `rfrq_...`.' }) }),
  reply: returnedRefundRequestSchema,
  replyExample: refundRequestExample,
  refusals: [refundRequestNotFound],
  async handle({ input: { path }, ctx }) {
    const stored = await readRefundRequest(ctx, ctx.caller, path.id);
    return isRefusal(stored) ? stored : renderRefundRequest(stored);
  },
});
