import * as z from 'zod';
import { ROUTE_EXCEPTIONS } from '../../../lib/engines/vocabulary/index.ts';
import {
  changeException,
  exceptionIdOf,
  exceptionIsResolved,
  exceptionNotFound,
  exceptionStatus,
  listExceptions,
  RATING_RULE,
  raiseException,
  removeException,
  severity,
  tooManyExceptions,
} from '../../../lib/fleet/execute/index.ts';
import { readRoute, routeArchived, routeNotFound, routeNotInScope } from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import {
  anyCaseOf,
  type Context,
  defineEndpoint,
  listParameter,
  optional,
  shortText,
} from '../../../lib/platform/http/index.ts';
import { assigneeOf, personOf } from './deps.ts';
import { exceptionExample, exceptionReply, toException } from './execute-schemas.ts';
import { routePath } from './running-route.ts';

const recordedType = z.enum(ROUTE_EXCEPTIONS).meta({ description: 'What happened.' });

const asked = z
  .string()
  .transform((text) => (text.toLowerCase() === 'auto' ? 'auto' : text.toUpperCase()))
  .pipe(z.enum(['auto', ...severity.options]))
  .meta({
    description: 'With `auto` the service rates the exception.',
    override: { type: 'string', enum: ['auto', ...severity.options] },
  });

const raiseBody = z.object({
  type: recordedType,
  note: optional(shortText(500)).meta({ description: 'Note about the exception.' }),
  severity: optional(asked),
  stopId: optional(z.string().min(1).max(64)).meta({ description: 'Stop at which the exception happened.' }),
});

async function raise(
  ctx: Context,
  source: 'operator' | 'driver',
  routeId: string,
  body: z.output<typeof raiseBody>,
) {
  const found = await readRoute(ctx.table, ctx.caller, routeId);
  if (isRefusal(found)) return found;
  const { stopId, type, note } = body;
  if (stopId !== undefined && !found.stops.some(({ id }) => id === stopId)) {
    const why = `Route ${found.route.id} has no stop "${stopId}".`;
    return validationErrors(`stopId: ${why}`, { unknownIds: [stopId], fields: { stopId: why } });
  }
  const { id } = found.route;
  const raised = await raiseException(ctx, ctx.caller, id, {
    id: exceptionIdOf(id, ctx.ids.next('rex')),
    source,
    raisedBy: personOf(ctx),
    severity: body.severity === 'auto' ? undefined : body.severity,
    ...{ type, note, stopId },
  });
  return isRefusal(raised) ? raised : toException(raised, id);
}

const raiseRefusals = [
  routeNotFound,
  routeNotInScope,
  routeArchived,
  tooManyExceptions,
  contentionOver('route'),
];

/** POST /v1/routes/{id}/exceptions */
export const raiseRouteException = defineEndpoint({
  name: 'raiseRouteException',
  method: 'POST',
  path: '/v1/routes/{id}/exceptions',
  area: 'Route exceptions',
  summary: 'Record an exception of a route',
  description: `Records what happened on a route. The exception starts in \`needs_triage\`. Without a severity the service rates it: ${RATING_RULE}`,
  permission: 'EXECUTE_ACT',
  forLimited: 'narrowed',
  params: routePath,
  body: raiseBody,
  bodyExample: { type: 'customer_not_home', note: 'Rang twice.' },
  reply: exceptionReply,
  replyExample: exceptionExample,
  refusals: raiseRefusals,
  handle: ({ input: { path, body }, ctx }) => raise(ctx, 'operator', path.id, body),
});

/** POST /v1/fleet/routes/{id}/exceptions */
export const reportRouteException = defineEndpoint({
  name: 'reportRouteException',
  method: 'POST',
  path: '/v1/fleet/routes/{id}/exceptions',
  area: 'Route exceptions',
  summary: "Report a driver's exception",
  description:
    'Records an exception from the app of the drivers. Its `source` is `driver`, and the caller needs the permission to report on deliveries.',
  permission: 'WRITE_DELIVERY',
  forLimited: 'narrowed',
  params: routePath,
  body: raiseBody,
  bodyExample: { type: 'vehicle_breakdown', note: 'Flat tire.' },
  reply: exceptionReply,
  replyExample: { ...exceptionExample, source: 'driver', type: 'vehicle_breakdown', severity: 'P0' },
  refusals: raiseRefusals,
  handle: ({ input: { path, body }, ctx }) => raise(ctx, 'driver', path.id, body),
});

/** GET /v1/routes/{id}/exceptions */
export const listRouteExceptions = defineEndpoint({
  name: 'listRouteExceptions',
  method: 'GET',
  path: '/v1/routes/{id}/exceptions',
  area: 'Route exceptions',
  summary: 'List the exceptions of a route',
  description: 'Oldest first, including resolved ones. A route has at most 200 exceptions.',
  permission: 'EXECUTE_VIEW',
  forLimited: 'narrowed',
  params: routePath,
  query: z.object({
    status: listParameter(anyCaseOf(exceptionStatus.options))
      .optional()
      .meta({ description: 'Statuses separated by commas; default all.' }),
  }),
  reply: z.object({ results: z.array(exceptionReply), totalCount: z.int() }),
  replyExample: { results: [exceptionExample], totalCount: 1 },
  refusals: [routeNotFound, routeNotInScope],
  async handle({ input: { path, query }, ctx }) {
    const found = await listExceptions(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    const { status } = query;
    const results = found.exceptions
      .filter((one) => !status?.length || status.includes(one.status))
      .map((one) => toException(one, found.routeId));
    return { results, totalCount: results.length };
  },
});

const exceptionPath = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the exception, `rex_...`.' }),
});

/** PATCH /v1/route-exceptions/{id} */
export const updateRouteException = defineEndpoint({
  name: 'updateRouteException',
  method: 'PATCH',
  path: '/v1/route-exceptions/{id}',
  area: 'Route exceptions',
  summary: 'Update a route exception',
  description: 'Only the fields that are sent change. A resolved exception is read-only, but can be removed.',
  permission: 'EXECUTE_ACT',
  forLimited: 'narrowed',
  params: exceptionPath,
  body: z.object({
    status: anyCaseOf(exceptionStatus.options).optional().meta({ description: 'Status of the exception.' }),
    severity: asked.optional(),
    note: shortText(500).nullish().meta({ description: 'New note; `null` removes it.' }),
    assigneeId: z.string().min(1).max(64).nullish().meta({ description: 'Id of a user; `null` = nobody.' }),
  }),
  bodyExample: { status: 'acknowledged' },
  reply: exceptionReply,
  replyExample: { ...exceptionExample, status: 'acknowledged', acknowledgedAt: '2026-03-05T09:12:30.000Z' },
  refusals: [exceptionNotFound, exceptionIsResolved, contentionOver('route')],
  async handle({ input: { path, body }, ctx }) {
    const { assigneeId, ...change } = body;
    const assignee = await assigneeOf(ctx, assigneeId);
    if (isRefusal(assignee)) return assignee;
    const done = await changeException(ctx, ctx.caller, path.id, { ...change, assignee }, personOf(ctx));
    return isRefusal(done) ? done : toException(done.exception, done.routeId);
  },
});

/** DELETE /v1/route-exceptions/{id} */
export const deleteRouteException = defineEndpoint({
  name: 'deleteRouteException',
  method: 'DELETE',
  path: '/v1/route-exceptions/{id}',
  area: 'Route exceptions',
  summary: 'Remove a route exception',
  description: 'Removes an exception, resolved or not. The rule that raised it does not raise it again.',
  permission: 'EXECUTE_ACT',
  forLimited: 'narrowed',
  params: exceptionPath,
  reply: z.object({ id: z.string() }),
  replyExample: { id: exceptionExample.id },
  refusals: [exceptionNotFound, contentionOver('route')],
  async handle({ input: { path }, ctx }) {
    return (await removeException(ctx, ctx.caller, path.id)) ?? { id: path.id };
  },
});
