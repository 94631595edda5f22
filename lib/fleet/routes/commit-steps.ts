import { readJob } from '../../fulfilment/jobs/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { DriverDuty } from '../../platform/core/driver-duties.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { MAX_OPERATIONS, type Operation } from '../../platform/table/index.ts';
import type { RouteDeps } from './change-routes.ts';
import { commitRoutes, membersOf, type RouteEdit, type RoutesChange } from './commit-routes.ts';
import { endedEdit } from './end-route.ts';
import {
  concernsDeliveries,
  planStopDeliveries,
  recordStopSteps,
  refuseStep,
  type StopDeliveries,
  type StopStep,
} from './plan-stop-deliveries.ts';
import type { RouteAggregate } from './route-aggregate.ts';
import { settledRoute } from './settle-route.ts';

/** A change of a route, the first of the edits, with the steps of its stops. */
export interface StepsChange extends RoutesChange {
  readonly steps: readonly StopStep[];
  /** When it happened; absent = now. */
  readonly at?: string;
  /** What the organization insists on besides proofs. */
  readonly duties?: readonly DriverDuty[] | undefined;
  /** Whether a driver says so, who may only speak of packages of the own fleet. */
  readonly isReport?: boolean;
}

/** A job and the orders of its route between two portions. */
type Present = Pick<StopDeliveries, 'next' | 'orders'>;

/**
 * Makes a change of a route and of the deliveries at its stops in one transaction, so that a stop is never done before its
 * deliveries are, and a route never over before they are. What one transaction does not hold is written first, in portions, each of which can be repeated; the
 * last portion goes with the route. Undefined = another writer was faster: read again and decide again.
 */
export async function commitSteps(
  deps: RouteDeps,
  change: StepsChange,
): Promise<readonly RouteAggregate[] | Refusal | undefined> {
  const steps = change.steps.filter(concernsDeliveries);
  const [edit, ...others] = change.edits;
  const { organizationId, jobId = null } = edit?.next.route ?? {};
  const job =
    steps.length > 0 && organizationId !== undefined && jobId !== null
      ? await readJob(deps.table, organizationId, jobId)
      : undefined;
  const now = toInstant(deps.clock.now());
  if (!edit) return commitRoutes(deps, change);
  const { at = now } = change;
  const ended = (present: RouteEdit) => endedEdit(present, at);
  if (!job) return commitRoutes(deps, { ...change, edits: [ended(edit), ...others] });
  const refused = change.isReport ? steps.map((step) => refuseStep(job, step)).find(isRefusal) : undefined;
  if (refused) return refused;
  const told = recordStopSteps(job, steps, { version: edit.before?.stored.version ?? 0, at: now });
  const plan = (from: Present, room: number) =>
    planStopDeliveries(from.next, from.orders, steps, { now, at }, room, change.duties);
  const whole = (deliveries: StopDeliveries, extra: readonly Operation[]): RoutesChange => ({
    ...change,
    edits: [ended({ ...edit, next: settledRoute(edit.next, { known: deliveries.orders }, now) }), ...others],
    extra: [...(change.extra ?? []), ...deliveries.operations, ...extra],
  });
  const start: Present = { next: job, orders: edit.next.orders };
  const all = plan(start, Number.POSITIVE_INFINITY);
  // Each is written only once.
  for (const flag of all.flags) await deps.table.write(flag);
  const members = membersOf(whole(all, told));
  if (members <= MAX_OPERATIONS) return commitRoutes(deps, whole(all, told));
  for (let from = 0; from < told.length; from += MAX_OPERATIONS) {
    await deps.table.write(told.slice(from, from + MAX_OPERATIONS));
  }
  const room = MAX_OPERATIONS - (members - told.length - all.operations.length);
  const portions: (readonly Operation[])[] = [];
  let last = plan(start, room);
  for (; last.isPart; last = plan(last, room)) portions.push(last.operations);
  for (const portion of portions) {
    if (!(await deps.table.write(portion)).ok) return undefined;
  }
  return commitRoutes(deps, whole(last, []));
}
