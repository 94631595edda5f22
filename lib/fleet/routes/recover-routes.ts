import { refuseRouting } from '../../ordering/orders/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, unchanged } from '../../platform/table/index.ts';
import { moveOperation, PENDING_MS } from './commit-routes.ts';
import { loadOrders } from './load-orders.ts';
import { loseOrders } from './lose-orders.ts';
import { type Route, routeEntity } from './route.ts';
import { loadRoute, type RouteAggregate, type RouteContent } from './route-aggregate.ts';
import { routeChangeTimer } from './route-change-timer.ts';
import { recordRoute, routeStopsUpdated } from './route-events.ts';
import { routeOperations } from './write-route.ts';

type RouteDeps = Pick<CoreDeps, 'table' | 'clock' | 'ids'>;

/** Claims given back per transaction, which holds 100 members. */
const TOGETHER = 80;

/**
 * Undoes a large change of routes whose request died: the claims of orders go back to the routes that show the orders.
 * The mark is taken over first, so that a request that is merely slow cannot finish the change meanwhile. A new route
 * keeps an expired mark: it shows no orders, and the same request completes it. Repeating this does nothing; a lost
 * race leaves the rest to the next call.
 */
export async function recoverRoutes(
  deps: RouteDeps,
  { organizationId, id, pending }: Pick<Route, 'organizationId' | 'id' | 'pending'>,
): Promise<void> {
  if (!pending || pending.until > toInstant(deps.clock.now())) return;
  const ids = pending.routeIds.length === 0 ? [id] : pending.routeIds;
  const loaded = await Promise.all(ids.map((one) => loadRoute(deps.table, { organizationId, id: one })));
  const left = loaded.filter((found) => found?.route.pending?.changeId === pending.changeId);
  const taken = await takenOver(
    deps,
    left.filter((found) => found !== undefined),
  );
  if (!taken) return;
  const done: Operation[] = [];
  for (const found of taken) {
    const content = found.route.pending?.isNew ? found : await returnedOrders(deps, found, taken);
    if (!content) return;
    const mark = found.route.pending?.isNew ? { ...found.route.pending, until: pending.until } : null;
    const next = { ...content, route: { ...content.route, pending: mark } };
    const written = routeOperations(found, next);
    done.push(...written.operations);
    if (content !== found) done.push(recordRoute(routeStopsUpdated, written.next.stored));
  }
  await deps.table.write(done);
}

/** As `recoverRoutes`, for the timer that was set with the change. */
export async function recoverChange(deps: RouteDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { subject, data } = routeChangeTimer.fired.parse(event).data;
  for (const id of data.routeIds) {
    const found = await loadRoute(deps.table, { organizationId, id });
    if (found?.route.pending?.changeId === subject) return recoverRoutes(deps, found.route);
  }
}

/** The routes whose mark this call took over; undefined when somebody else was faster. */
async function takenOver(
  { table, clock, ids }: RouteDeps,
  routes: readonly RouteAggregate[],
): Promise<readonly RouteAggregate[] | undefined> {
  const changeId = ids.next('evt');
  const until = toInstant(clock.now() + PENDING_MS);
  const marked = routes.map((found) => {
    const pending = found.route.pending && { ...found.route.pending, changeId, until };
    return routeOperations(found, { ...found, route: { ...found.route, pending } });
  });
  if (marked.length === 0) return undefined;
  const outcome = await table.write(marked.flatMap(({ operations }) => operations));
  return outcome.ok ? marked.map(({ next }) => next) : undefined;
}

/**
 * The route with the claims of its orders; undefined when somebody else was faster. Orders that were archived, were
 * dispatched on their own, or were put on a route outside the change leave its stops.
 */
async function returnedOrders(
  deps: RouteDeps,
  found: RouteAggregate,
  taken: readonly RouteAggregate[],
): Promise<RouteContent | undefined> {
  const { organizationId, id } = found.route;
  const orderIds = found.orders.map((order) => order.id);
  const present = await loadOrders(deps, organizationId, orderIds);
  const ofChange = new Set<string | undefined>([undefined, ...taken.map(({ route }) => route.id)]);
  const kept = present.filter(
    ({ value }) => refuseRouting(value) === undefined && ofChange.has(value.routeId),
  );
  const strays = kept.filter(({ value }) => value.routeId !== id);
  const conditions = taken.map(({ stored }) => unchanged(routeEntity, stored));
  for (let from = 0; from < strays.length; from += TOGETHER) {
    const some = strays.slice(from, from + TOGETHER);
    const claims = some.map((stored) => moveOperation(deps, { stored, to: id }));
    if (!(await deps.table.write([...claims, ...conditions])).ok) return undefined;
  }
  const stays = new Set(kept.map(({ value }) => value.id));
  const gone = new Set(orderIds.filter((orderId) => !stays.has(orderId)));
  if (gone.size === 0) return found;
  return loseOrders(deps, found, gone).next;
}
