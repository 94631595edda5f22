import * as z from 'zod';
import { changeExceptionsOf } from '../../../lib/fleet/execute/index.ts';
import { readRoute, routeNotFound, routeNotInScope } from '../../../lib/fleet/routes/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../../lib/platform/core/refusal.ts';
import { type Context, defineEndpoint } from '../../../lib/platform/http/index.ts';
import { assigneeOf, personOf } from './deps.ts';
import { routeIdExample } from './execute-schemas.ts';
import { routePath } from './running-route.ts';

/** Routes of one call at most. */
const MAX_ROUTES = 500;

const routeIds = z
  .array(z.string().min(1).max(255))
  .min(1)
  .max(MAX_ROUTES)
  .meta({
    description: `Ids of the routes, ${MAX_ROUTES} at most. If one is unknown, the whole call is refused.`,
  });

const outcome = z.object({
  changed: z.int().meta({ description: 'Exceptions that were changed.' }),
  routes: z.array(z.object({ routeId: z.string(), changed: z.int() })),
  skipped: z.array(z.string()).meta({ description: 'Ids of the routes that had no such exception.' }),
});

const outcomeExample: z.input<typeof outcome> = {
  changed: 2,
  routes: [{ routeId: routeIdExample, changed: 2 }],
  skipped: ['rte_01JD8Z6Q4T9V2N5X7C3B1M0K8J'],
};

type Of = Parameters<typeof changeExceptionsOf>[3];

async function changed(
  ctx: Context,
  ids: readonly string[],
  of: Of,
): Promise<z.input<typeof outcome> | Refusal> {
  const done = await changeExceptionsOf(ctx, ctx.caller, ids, of, personOf(ctx));
  if (isRefusal(done)) return done;
  return {
    changed: done.reduce((sum, one) => sum + one.changed, 0),
    routes: done.filter((one) => one.changed > 0).map((one) => ({ ...one })),
    skipped: done.filter((one) => one.changed === 0).map(({ routeId }) => routeId),
  };
}

const common = {
  method: 'POST' as const,
  area: 'Route exceptions',
  permission: 'EXECUTE_ACT' as const,
  forLimited: 'narrowed' as const,
  reply: outcome,
  replyExample: outcomeExample,
  refusals: [routeNotInScope, contentionOver('route')],
};

/** POST /v1/route-exceptions/acknowledge-all */
export const acknowledgeAllExceptions = defineEndpoint({
  ...common,
  name: 'acknowledgeAllExceptions',
  path: '/v1/route-exceptions/acknowledge-all',
  summary: 'Acknowledge all exceptions of routes',
  description: 'Acknowledges every exception of the routes that needs triage.',
  body: z.object({ routeIds }),
  bodyExample: { routeIds: [routeIdExample] },
  handle: ({ input: { body }, ctx }) =>
    changed(ctx, body.routeIds, {
      only: ({ status }) => status === 'needs_triage',
      change: { status: 'acknowledged' },
    }),
});

/** POST /v1/route-exceptions/assign */
export const assignExceptions = defineEndpoint({
  ...common,
  name: 'assignExceptions',
  path: '/v1/route-exceptions/assign',
  summary: 'Assign the open exceptions of routes',
  description:
    'Assigns every open exception of the routes to a user. Routes without an open exception are skipped.',
  body: z.object({
    routeIds,
    assigneeId: z.string().min(1).max(64).nullable().meta({ description: 'Id of a user; `null` = nobody.' }),
  }),
  bodyExample: { routeIds: [routeIdExample], assigneeId: null },
  async handle({ input: { body }, ctx }) {
    const assignee = await assigneeOf(ctx, body.assigneeId);
    if (isRefusal(assignee)) return assignee;
    return changed(ctx, body.routeIds, { only: () => true, change: { assignee } });
  },
});

/** POST /v1/routes/{id}/exceptions/clear */
export const clearExceptions = defineEndpoint({
  ...common,
  name: 'clearExceptions',
  path: '/v1/routes/{id}/exceptions/clear',
  summary: 'Clear the exceptions of a route',
  description: 'Resolves every open exception of the route.',
  params: routePath,
  replyExample: { ...outcomeExample, skipped: [] },
  refusals: [...common.refusals, routeNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readRoute(ctx.table, ctx.caller, path.id);
    if (isRefusal(found)) return found;
    return changed(ctx, [found.route.id], { only: () => true, change: { status: 'resolved' } });
  },
});
