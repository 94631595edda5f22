import * as z from 'zod';
import { showJob } from '../../../lib/fleet/routes/index.ts';
import {
  disallowedOperation,
  invalidTimeConstraint,
  jobNotFound,
  jobStateForbids,
  noEligibleProviders,
  noValidQuotes,
  quoteNotFound,
  reassignTask as reassign,
  refreshJob as refresh,
  refreshBatchQuotes as refreshBatch,
  refreshTaskQuotes as refreshTask,
  selectQuoteOfTask,
  taskMissingTimeWindow,
  unusableQuote,
} from '../../../lib/fulfilment/dispatch/index.ts';
import {
  returnedDeliverySchema,
  returnedJobSchema,
  returnedTaskSchema,
} from '../../../lib/fulfilment/jobs/index.ts';
import { quoteSchema, renderQuote, type StoredQuote } from '../../../lib/fulfilment/quotes/index.ts';
import { DELIVERY_MODES } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { jobExample, quoteExample } from '../dispatch/examples.ts';
import { jobReply, jobReplyOr } from '../dispatch/job-reply.ts';
import { jobEndpoint } from './deps.ts';
import { quotesExample, selectedQuoteExample } from './job-examples.ts';
import { jobId } from './job-path.ts';
import { windowFields } from './job-schemas.ts';

const taskId = z.string().max(255).meta({ description: 'Id of the task, `tsk_...`.' });
const ofTask = z.object({ jobId, taskId });

const quotesReply = z
  .object({ jobId: z.string(), quotes: z.array(quoteSchema) })
  .meta({ id: 'RefreshedQuotes' });
const repliedQuotes = (id: string, quotes: readonly StoredQuote[]) => ({
  jobId: id,
  quotes: quotes.map(renderQuote),
});

/** POST /v1/jobs/{id}/refresh */
export const refreshJob = jobEndpoint({
  name: 'refreshJob',
  method: 'POST',
  path: '/v1/jobs/{id}/refresh',
  area: 'Jobs',
  summary: 'Refresh a job from its providers',
  description:
    'Asks each provider that carries a package of the job for its current state and applies it like an update: statuses only ' +
    'move forward. A provider that does not answer changes nothing.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({ id: jobId }),
  reply: jobReply,
  replyExample: { job: jobExample },
  refusals: [jobNotFound],
  async handle({ input: { path }, ctx }) {
    return jobReplyOr(ctx, await refresh(ctx, ctx.caller, path.id));
  },
});

/** POST /v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes */
export const refreshTaskQuotes = jobEndpoint({
  name: 'refreshTaskQuotes',
  method: 'POST',
  path: '/v1/jobs/{jobId}/tasks/{taskId}/refresh_quotes',
  area: 'Quotes',
  summary: 'Replace the quotes of a task',
  description:
    'Asks the providers of its strategy again, while the task waits for one. Failed quotes come last.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: ofTask,
  reply: quotesReply,
  replyExample: quotesExample,
  refusals: [jobNotFound, jobStateForbids, contentionOver('job')],
  async handle({ input: { path }, ctx }) {
    const quotes = await refreshTask(ctx, ctx.caller, path);
    return isRefusal(quotes) ? quotes : repliedQuotes(path.jobId, quotes);
  },
});

/** POST /v1/jobs/{jobId}/batch/{batchId}/refresh_quotes */
export const refreshBatchQuotes = jobEndpoint({
  name: 'refreshBatchQuotes',
  method: 'POST',
  path: '/v1/jobs/{jobId}/batch/{batchId}/refresh_quotes',
  area: 'Quotes',
  summary: 'Replace the quotes of a batch',
  description: 'Asks the providers of its strategy again for all packages, while the batch waits for one.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: z.object({
    jobId,
    batchId: z.string().max(255).meta({ description: 'Id of the batch, `bth_...`.' }),
  }),
  reply: quotesReply,
  replyExample: quotesExample,
  refusals: [jobNotFound, jobStateForbids, contentionOver('job')],
  async handle({ input: { path }, ctx }) {
    const quotes = await refreshBatch(ctx, ctx.caller, path);
    return isRefusal(quotes) ? quotes : repliedQuotes(path.jobId, quotes);
  },
});

/** POST /v1/jobs/{jobId}/tasks/{taskId}/quotes */
export const selectTaskQuote = jobEndpoint({
  name: 'selectTaskQuote',
  method: 'POST',
  path: '/v1/jobs/{jobId}/tasks/{taskId}/quotes',
  area: 'Quotes',
  summary: 'Assign the provider of a quote to a task',
  description: 'Works like POST /v1/select_quote, for a quote of this task or of its batch.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: ofTask,
  body: z.object({
    quoteId: z.string().min(1).max(255).meta({ description: 'Id of the quote, `qot_...`.' }),
  }),
  bodyExample: { quoteId: quoteExample.id },
  reply: z
    .object({
      job: returnedJobSchema,
      jobId: z.string(),
      task: returnedTaskSchema.nullable(),
      delivery: returnedDeliverySchema.nullable(),
      quote: quoteSchema.nullable(),
    })
    .meta({ id: 'SelectedTaskQuote' }),
  replyExample: selectedQuoteExample,
  refusals: [
    jobNotFound,
    quoteNotFound,
    unusableQuote,
    taskMissingTimeWindow,
    invalidTimeConstraint,
    jobStateForbids,
    contentionOver('job'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const selected = await selectQuoteOfTask(ctx, ctx.caller, { ...path, quoteId: body.quoteId }, ctx);
    if (isRefusal(selected)) return selected;
    const job = await showJob(ctx, selected);
    const tasks = job.jobConfigurations.flatMap((one) => one.tasks);
    const chosen = tasks.find(({ id }) => id === path.taskId) ?? null;
    const quote = chosen?.winnerQuote ?? job.batch?.winnerQuote ?? null;
    return { job, jobId: job.id, task: chosen, delivery: chosen?.delivery ?? null, quote };
  },
});

/** POST /v1/jobs/{jobId}/{taskId}/reassign */
export const reassignTask = jobEndpoint({
  name: 'reassignTask',
  method: 'POST',
  path: '/v1/jobs/{jobId}/{taskId}/reassign',
  area: 'Jobs',
  summary: 'Reassign a task to another provider',
  description:
    'Takes the package from its provider and starts the next attempt with the best provider that was not tried. The ' +
    'provider is notified right after this reply. The next attempt starts when the provider has released the package, so that two never carry ' +
    'it at once. The delivery ends as `canceled_by_auto_reassign`. Refused while no other provider offers to carry the package, and ' +
    'once it was picked up. A provider that does not release the task keeps it; `task.cancellation_failed` reports this.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  params: ofTask,
  body: z
    .object({
      ...windowFields,
      deliveryMode: z.enum(DELIVERY_MODES).optional().meta({ description: 'Whether to do it at once.' }),
    })
    .meta({ id: 'ReassignTaskInput' }),
  bodyExample: { dropoffEndTime: '2026-03-06T16:30:00Z' },
  reply: returnedJobSchema,
  replyExample: jobExample,
  refusals: [
    jobNotFound,
    jobStateForbids,
    disallowedOperation,
    invalidTimeConstraint,
    noEligibleProviders,
    noValidQuotes,
    contentionOver('job'),
  ],
  async handle({ input: { path, body }, ctx }) {
    const job = await reassign(ctx, ctx.caller, path, body);
    return isRefusal(job) ? job : showJob(ctx, job);
  },
});
