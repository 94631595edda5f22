import * as z from 'zod';
import {
  dispatchRoutes as dispatchWanted,
  MAX_DISPATCHED,
  routeActionInvalidStatus,
  routeAlreadyDispatched,
  routeArchived,
  routeChanged,
  routeHasNoPackages,
  routeHasNoStops,
  routeNotFound,
  routeNotInScope,
} from '../../../lib/fleet/routes/index.ts';
import {
  autodispatchFailure,
  invalidValue,
  noEligibleProviders,
  noValidQuotes,
  resourceAlreadyExists,
  taskMissingTimeWindow,
} from '../../../lib/fulfilment/dispatch/index.ts';
import { orderAlreadyDispatched, orderValidationErrorsBlock } from '../../../lib/ordering/orders/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal, Refusal } from '../../../lib/platform/core/refusal.ts';
import { executionEndpoint, plannerOf } from './deps.ts';
import { dispatchExample, dispatchReply, dispatchReplyOf } from './dispatch-reply.ts';

/** POST /v1/routes/dispatch */
export const dispatchRoutes = executionEndpoint({
  name: 'dispatchRoutes',
  method: 'POST',
  path: '/v1/routes/dispatch',
  area: 'Routes',
  summary: 'Dispatch routes',
  description:
    "Creates one job from each route's orders. With `autoDispatch` it is sent to a provider at once by the dispatch " +
    'strategy; without, it waits. A route that names its ' +
    'driver goes to that driver. When nobody takes a route, no job is created, and its orders are `dispatch_failure` with the ' +
    'reason. A route that cannot be dispatched does not block the others: `results` has ' +
    'the result of each. When none can be dispatched, the request is refused with the first reason, and `details.results` has all. Routes that ' +
    'do not fit into the first seconds of the request are pending: the activity `activityId` dispatches them, and its result ' +
    'has the outcome of each.',
  permission: 'WRITE_ROUTE',
  forLimited: 'refused',
  body: z.object({
    routeIds: z
      .array(z.string().min(1).max(255))
      .min(1)
      .max(MAX_DISPATCHED)
      .meta({ description: `Ids or external ids of routes, at most ${MAX_DISPATCHED}.` }),
    autoDispatch: z
      .boolean()
      .default(true)
      .meta({ description: 'Whether the jobs are sent to a provider at once.' }),
  }),
  bodyExample: { routeIds: ['rte_01JD8Z6Q4T9V2N5X7C3B1M0K8H'], autoDispatch: true },
  reply: dispatchReply,
  replyExample: dispatchExample,
  refusals: [
    routeNotFound,
    routeNotInScope,
    routeAlreadyDispatched,
    routeArchived,
    routeHasNoStops,
    routeHasNoPackages,
    routeActionInvalidStatus,
    routeChanged,
    contentionOver('route'),
    taskMissingTimeWindow,
    orderAlreadyDispatched,
    orderValidationErrorsBlock,
    resourceAlreadyExists,
    invalidValue,
    noEligibleProviders,
    noValidQuotes,
    autodispatchFailure,
    contentionOver('job'),
  ],
  async handle({ input: { body }, ctx }) {
    const dispatched = await dispatchWanted(ctx, await plannerOf(ctx), body);
    const refusals = dispatched.outcomes
      .map(({ outcome }) => outcome)
      .filter((outcome) => isRefusal(outcome));
    const reply = dispatchReplyOf(dispatched);
    const [first, ...others] = refusals;
    if (!first || refusals.length < dispatched.outcomes.length) return reply;
    if (others.length === 0) return first;
    const more = others.length === 1 ? 'Another route has' : `${others.length} other routes have`;
    return new Refusal(
      first.kind,
      `${first.message} ${more} flaws as well; \`details.results\` has those of each route.`,
      { ...first.details, results: reply.results },
    );
  },
});
