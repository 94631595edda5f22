import * as z from 'zod';
import type { DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import {
  type Activity,
  type ActivityOutcome,
  activityOutcome,
  activityPartition,
  beginActivity,
  busyActivity,
  finishedActivity,
  openActivity,
  progressedActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { actorSchema } from '../../platform/core/origin.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { ConsumerFailure, defineEvent, type EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import type { RoutePlanner } from './change-routes.ts';
import { dispatchRoute } from './dispatch-route.ts';
import { mayPass } from './may-pass.ts';
import { routeAlreadyDispatched } from './refusals.ts';

/** Number of routes per leg: a cancellation takes effect with the next leg. */
const LEG = 4;

/** Routes that are dispatched in parallel. */
const WIDTH = 2;

/** How long one event keeps trying a route that others are changing: a change takes a minute at most. Milliseconds. */
const PATIENCE_MS = 70_000;

/** Pause between two of these tries. A message is delivered five times. */
const TRY_AGAIN_MS = 20_000;

/** Characters of a reason that are kept: the results of 300 routes stand in one item. */
const LONGEST_REASON = 500;

const requestSchema = z.object({
  /** Each with the id of its job, so that repeating a leg creates no job twice. */
  routes: z.array(z.object({ routeId: z.string(), jobId: z.string() })),
  autoDispatch: z.boolean(),
  actor: actorSchema,
});

/** Request of an activity that dispatches routes. */
export type RoutesDispatchRequest = z.infer<typeof requestSchema>;

const resultSchema = z.object({
  routeId: z.string(),
  /** `skipped` = it was dispatched already. */
  outcome: activityOutcome,
  jobId: z.string().nullable(),
  errorCode: z.string().nullable(),
  message: z.string().nullable(),
});
type RouteResult = z.infer<typeof resultSchema>;

const progressSchema = z.object({ handled: z.int(), results: z.array(resultSchema) });

const dueData = z.object({
  activityId: z.string(),
  /** Index of the first route of this leg. */
  from: z.int().min(0),
  /** How long the leg has been due: others were changing a route for as long as its event was retried. */
  isAgain: z.boolean().optional(),
});

/** Reports that the next routes of a dispatch are due: each leg writes the event of the next one. */
export const routesDispatchDue = defineEvent<z.infer<typeof dueData>>({
  name: 'activity.routes_dispatch_due',
  schema: dueData,
  summary: 'The next routes of a dispatch of many are due.',
});

/** The write that continues with the routes from this one on. */
export function callForRoutes(
  of: { readonly organizationId: string; readonly id: string },
  from: number,
  occurredAt: string,
  { isAgain = false }: { readonly isAgain?: boolean } = {},
): Operation {
  return routesDispatchDue.record({
    aggregate: activityPartition(of),
    cause: `from ${from}${isAgain ? ' again' : ''}`,
    occurredAt,
    data: { activityId: of.id, from, ...(isAgain ? { isAgain } : {}) },
  });
}

/** Dispatches the next routes of an activity, then starts the next leg or ends the activity. Repeating it creates no job twice. */
export async function dispatchPendingRoutes(deps: DispatchDeps, event: EventRecord): Promise<void> {
  const { activityId, from, isAgain = false } = routesDispatchDue.parse(event).data;
  const { organizationId } = event;
  const begun = await beginActivity(deps, organizationId, activityId);
  if (!begun || progressOf(begun.value).handled !== from) return;
  const { routes, autoDispatch, actor } = requestSchema.parse(begun.value.request);
  const planner = await plannerOf(deps, begun.value);
  const acting = { ...deps, table: deps.table.actingFor({ actor, cause: `activity:${activityId}` }) };
  const isPatient = deps.clock.now() - Date.parse(event.occurredAt) < PATIENCE_MS;
  let isBusy = false;
  const results = await mapConcurrently(
    routes.slice(from, from + LEG),
    WIDTH,
    async ({ routeId, jobId }): Promise<RouteResult> => {
      const done = await dispatchRoute(acting, planner, routeId, { autoDispatch, jobId });
      if (!isRefusal(done))
        return { routeId, outcome: 'done', jobId: done.job.job.value.id, errorCode: null, message: null };
      if (isPatient && mayPass(done))
        throw new ConsumerFailure('busy', done.message, { retryAfterMs: TRY_AGAIN_MS });
      isBusy ||= mayPass(done);
      const outcome = done.kind === routeAlreadyDispatched.kind ? 'skipped' : 'failed';
      const message = done.message.slice(0, LONGEST_REASON);
      return { routeId, outcome, jobId: null, errorCode: done.kind.code, message };
    },
  );
  if (isBusy && !isAgain) {
    // The event may have arrived too late for many tries. Routes that were dispatched stay dispatched.
    const of = { organizationId, id: activityId };
    await deps.table.write([callForRoutes(of, from, toInstant(deps.clock.now()), { isAgain: true })]);
    return;
  }
  await conclude(deps, { organizationId, activityId, from, total: routes.length, results });
}

/** Adds a leg to the progress, and starts the next one or ends the activity. */
async function conclude(
  deps: DispatchDeps,
  leg: {
    readonly organizationId: string;
    readonly activityId: string;
    readonly from: number;
    readonly total: number;
    readonly results: readonly RouteResult[];
  },
): Promise<void> {
  const { organizationId, activityId, from, total } = leg;
  const stored = await openActivity(deps, organizationId, activityId);
  const before = stored && progressOf(stored.value);
  if (!stored || before?.handled !== from) return;
  const results = [...before.results, ...leg.results];
  const count = (outcome: ActivityOutcome) => results.filter((one) => one.outcome === outcome).length;
  const counts = { done: count('done'), skipped: count('skipped'), failed: count('failed') };
  const handled = results.length;
  const now = deps.clock.now();
  const isLast = handled >= total;
  const planned = isLast
    ? finishedActivity(
        stored,
        { trigger: 'succeed', progress: { total, handled, ...counts }, result: { ...counts, results } },
        now,
      )
    : progressedActivity(stored, { total, handled, ...counts, results }, now);
  if (isRefusal(planned)) return;
  const next = isLast ? [] : [callForRoutes({ organizationId, id: activityId }, handled, toInstant(now))];
  if (!(await deps.table.write([...planned.operations, ...next])).ok) throw busyActivity(activityId);
}

function progressOf({ progress }: Activity): z.infer<typeof progressSchema> {
  return progress ? progressSchema.parse(progress) : { handled: 0, results: [] };
}

/** On whose behalf the routes are dispatched: the requester, with the limits that applied then. */
async function plannerOf(deps: DispatchDeps, activity: Activity): Promise<RoutePlanner> {
  const { organizationId, createdBy: keyId, storeLocationIds, driverGroupIds } = activity;
  const { value } = await readOrganization(deps, organizationId);
  const { listShards, preferences } = value;
  return { organizationId, keyId, storeLocationIds, driverGroupIds, listShards, preferences };
}
