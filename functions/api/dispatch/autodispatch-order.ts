import * as z from 'zod';
import {
  autodispatchOrder as autodispatch,
  autodispatchFailure,
  invalidTimeConstraint,
  jobIdentifierTaken,
  jobOfEarlierAttempt,
  noEligibleProviders,
  noValidQuotes,
  resourceAlreadyExists,
  taskMissingTimeWindow,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { invalidOptionsGroup } from '../../../lib/fulfilment/strategies/index.ts';
import {
  invalidStateTransition,
  orderAlreadyDispatched,
  orderDuplicateExternalId,
  orderNotFound,
  orderValidationErrorsBlock,
} from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { dispatchEndpoint } from './deps.ts';
import { jobExample } from './examples.ts';
import { jobReply, jobReplyOr } from './job-reply.ts';

const common = {
  method: 'POST',
  area: 'Dispatch',
  description:
    'Chooses the provider by the strategy of the order, from its present quotes or from new ones, and creates the job. The ' +
    'order is `dispatched` at once. Its provider is asked right after this reply; when it refuses, the next one is asked. A ' +
    'scheduled order also goes out now, with its time windows.',
  permission: 'WRITE_JOB',
  forLimited: 'narrowed',
  reply: jobReply,
  replyExample: { job: jobExample },
  refusals: [
    orderNotFound,
    orderDuplicateExternalId,
    orderAlreadyDispatched,
    orderValidationErrorsBlock,
    invalidStateTransition,
    contentionOver('order'),
    taskMissingTimeWindow,
    invalidTimeConstraint,
    noEligibleProviders,
    noValidQuotes,
    autodispatchFailure,
    resourceAlreadyExists,
    jobIdentifierTaken,
    invalidOptionsGroup,
  ],
} as const;

/** POST /v1/order/{id}/autodispatch */
export const autodispatchOrder = dispatchEndpoint({
  ...common,
  name: 'autodispatchOrder',
  path: '/v1/order/{id}/autodispatch',
  summary: 'Dispatch an order',
  params: z.object({ id: z.string().meta({ description: 'Id or external id of the order.' }) }),
  async handle({ input: { path }, ctx }) {
    const earlier = ctx.resumed ? await jobOfEarlierAttempt(ctx, ctx.organizationId) : undefined;
    return jobReplyOr(ctx, earlier ?? (await autodispatch(ctx, ctx.caller, path.id)));
  },
});

/** POST /v1/order/external-identifier/{externalId}/autodispatch */
export const autodispatchOrderByExternalId = dispatchEndpoint({
  ...common,
  name: 'autodispatchOrderByExternalId',
  path: '/v1/order/external-identifier/{externalId}/autodispatch',
  summary: 'Dispatch an order by its external id',
  params: z.object({ externalId: z.string().meta({ description: 'External id of the order.' }) }),
  async handle({ input: { path }, ctx }) {
    const earlier = ctx.resumed ? await jobOfEarlierAttempt(ctx, ctx.organizationId) : undefined;
    return jobReplyOr(ctx, earlier ?? (await autodispatch(ctx, ctx.caller, path.externalId)));
  },
});
