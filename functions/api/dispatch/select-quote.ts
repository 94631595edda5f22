import * as z from 'zod';
import {
  invalidTimeConstraint,
  jobIdentifierTaken,
  jobOfEarlierAttempt,
  jobStateForbids,
  quoteNotFound,
  resourceAlreadyExists,
  selectQuote as select,
  taskMissingTimeWindow,
  unusableQuote,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderValidationErrorsBlock,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { dispatchEndpoint } from './deps.ts';
import { jobExample } from './examples.ts';
import { jobReply, jobReplyOr } from './job-reply.ts';

/** POST /v1/select_quote */
export const selectQuote = dispatchEndpoint({
  name: 'selectQuote',
  method: 'POST',
  path: '/v1/select_quote',
  area: 'Quotes',
  summary: 'Dispatch with the provider of a quote',
  description:
    "Creates the order's job with this provider, or assigns the provider to a job that waits for one. The fee limit does not " +
    'apply to a quote that is selected by hand. A quote that has expired, was replaced or no longer fits the order is refused.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  body: z.object({ quoteId: z.string().min(1).meta({ description: 'Id of the quote, `qot_...`.' }) }),
  bodyExample: { quoteId: 'qot_01KJQ8Z6Q4T9V2N5X7C3B1M0K8o1n1' },
  reply: jobReply,
  replyExample: { job: jobExample },
  refusals: [
    quoteNotFound,
    unusableQuote,
    orderAlreadyDispatched,
    orderValidationErrorsBlock,
    invalidStateTransition,
    taskMissingTimeWindow,
    invalidTimeConstraint,
    resourceAlreadyExists,
    jobIdentifierTaken,
    contentionOver('order'),
    invalidOptionsGroup,
    jobStateForbids,
    contentionOver('job'),
  ],
  async handle({ input: { body }, ctx }) {
    const earlier = ctx.resumed ? await jobOfEarlierAttempt(ctx, ctx.organizationId) : undefined;
    return jobReplyOr(ctx, earlier ?? (await select(ctx, ctx.caller, body.quoteId, ctx)));
  },
});
