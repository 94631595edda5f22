import * as z from 'zod';
import {
  listRefundRequests as list,
  listRefundsByStatus,
  REFUND_STATUSES,
  readRefundRequest,
  refundRequestNotFound,
  renderRefundRequest,
  returnedRefundRequestSchema,
} from '../../../lib/fulfilment/incidents/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  defineEndpoint,
  limitParameter,
  listParameter,
  shortText,
} from '../../../lib/platform/http/index.ts';
import { refundRequestExample } from './refund-examples.ts';

const NEITHER = 'is missing; send taskId, jobId or status';

/** Requests in one reply of a list by status. */
const MOST = 100;

/** GET /v1/refund-requests */
export const listRefundRequests = defineEndpoint({
  name: 'listRefundRequests',
  method: 'GET',
  path: '/v1/refund-requests',
  area: 'Incidents',
  summary: 'List refund requests',
  description:
    'Those of a task or job, in the order in which they were created, or those of the organization with a `status`, newest ' +
    'first, of which the first 50,000 after `after` are looked through. At least one of these filters is required; all ' +
    'that are given must hold. A task must belong to the job.',
  permission: 'READ_REFUND',
  forLimited: 'narrowed',
  query: z
    .object({
      taskId: z.string().max(255).optional().meta({ description: 'Id of a task, `tsk_...`.' }),
      jobId: z.string().max(255).optional().meta({ description: 'Id of a job, `job_...`.' }),
      status: listParameter(z.enum(REFUND_STATUSES))
        .optional()
        .meta({ description: 'Statuses, separated by commas.' }),
      limit: limitParameter({ fallback: MOST, max: MOST }).meta({
        description: `Maximum number of requests without \`taskId\` and \`jobId\`, whose requests are all returned; at most ${MOST}.`,
      }),
      after: z.string().max(255).optional().meta({
        description: 'Id of the last request of the page before, in a list without `taskId` and `jobId`.',
      }),
    })
    .superRefine(({ taskId, jobId, status }, context) => {
      if (taskId || jobId || status?.length) return;
      context.addIssue({ code: 'custom', path: ['taskId'], message: NEITHER, input: taskId });
      context.addIssue({ code: 'custom', path: ['jobId'], message: NEITHER, input: jobId });
      context.addIssue({ code: 'custom', path: ['status'], message: NEITHER, input: status });
    }),
  reply: z.array(returnedRefundRequestSchema),
  replyExample: [refundRequestExample],
  refusals: [validationErrors],
  async handle({ input: { query }, ctx }) {
    const { status: statuses = [], limit, after } = query;
    const filter = { taskId: query.taskId || undefined, jobId: query.jobId || undefined };
    const found =
      filter.taskId || filter.jobId
        ? (await list(ctx, ctx.caller, filter)).filter(
            ({ value }) => statuses.length === 0 || statuses.includes(value.status),
          )
        : await listRefundsByStatus(ctx, ctx.caller, { statuses, limit, after });
    return isRefusal(found) ? found : found.map(renderRefundRequest);
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
