import { type Order, orderEntity, refuseRouting, routedOrder } from '../../ordering/orders/index.ts';
import { changedFields } from '../../platform/audit/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { commit } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import { type EventKind, withChanges } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, type Stored, unchanged } from '../../platform/table/index.ts';
import { armTimer } from '../../platform/timers/index.ts';
import { routeChanged } from './refusals.ts';
import { routeEntity } from './route.ts';
import type { RouteAggregate, RouteContent } from './route-aggregate.ts';
import { routeChangeTimer } from './route-change-timer.ts';
import { type RouteEventData, recordRoute, routePlanChanged } from './route-events.ts';
import { routeOperations } from './write-route.ts';

/** A route before and after a change, with the events. */
export interface RouteEdit {
  /** Absent = the route is new. */
  readonly before: RouteAggregate | undefined;
  readonly next: RouteContent;
  readonly events: readonly EventKind<RouteEventData>[];
}

/** An order that moves to a route, to another one, or off. */
export interface OrderMove {
  readonly stored: Stored<Order>;
  readonly to: string | undefined;
  /** Fields of the order that change with it: the windows that were chosen for it. */
  readonly windows?: Partial<Order>;
}

/** One change of routes and of the orders on them. */
export interface RoutesChange {
  readonly edits: readonly RouteEdit[];
  readonly moves: readonly OrderMove[];
  /** Additional writes of the same change. */
  readonly extra?: readonly Operation[];
}

/** What a transaction holds (DynamoDB). */
const MAX_MEMBERS = 100;

/** How long routes that are changed in several transactions are protected from other changes. Milliseconds. */
export const PENDING_MS = 60_000;

/**
 * Makes a change of routes, in one transaction if it fits. A larger one marks its routes, moves the claims of orders in
 * portions and then changes all routes in one transaction, so that routes show either the state before or the state
 * after. A change that cannot be finished is undone. If its request has died, the mark expires, and `recoverRoutes`
 * gives the claims back to the routes that show the orders; a request that changes one of these routes calls it, and
 * so does a timer. Undefined = another writer was faster: read again and decide again.
 */
export async function commitRoutes(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  change: RoutesChange,
): Promise<readonly RouteAggregate[] | Refusal | undefined> {
  const written = change.edits.map((edit) => editOperations(edit));
  const operations = [
    ...written.flatMap((edit) => edit.operations),
    ...change.moves.map((move) => moveOperation(deps, move)),
    ...(change.extra ?? []),
  ];
  if (operations.length > MAX_MEMBERS) return commitInPortions(deps, change);
  const outcome = await deps.table.write(operations);
  return outcome.ok ? written.map(({ next }) => next) : undefined;
}

/** Members of the transaction that makes a change. */
export function membersOf({ edits, moves, extra = [] }: RoutesChange): number {
  const written = edits.reduce((sum, edit) => sum + editOperations(edit).operations.length, 0);
  return written + moves.length + extra.length;
}

function editOperations({ before, next, events }: RouteEdit): ReturnType<typeof routeOperations> {
  const written = routeOperations(before, next);
  const kinds = isReplanned(before, next) ? [...events, routePlanChanged] : events;
  const told = kinds.map((kind) => recordRoute(kind, written.next.stored));
  return { next: written.next, operations: [...written.operations, ...toldWithChanges(told, before, next)] };
}

/** Whether a driver on the road has other stops, other packages at them, or another order of stops than before. */
function isReplanned(before: RouteContent | undefined, { route, stops }: RouteContent): boolean {
  if (!before?.route.isDispatched || route.courier === null) return false;
  const plan = (all: RouteContent['stops']) => all.map(({ id, objectIds }) => [id, objectIds]);
  return !sameValue(plan(before.stops), plan(stops));
}

/** The events of a change; the first one lists the changed fields for the audit log. */
function toldWithChanges(
  events: readonly Operation[],
  before: RouteContent | undefined,
  after: RouteContent,
): readonly Operation[] {
  const [first, ...others] = events;
  if (!first || !before) return events;
  return [withChanges(first, changedFields(audited(before), audited(after))), ...others];
}

/** A route as the audit log compares it, with its stops in order. */
function audited({ route: { pending: _, statusHistory: __, ...route }, stops }: RouteContent) {
  return { ...route, stopIds: stops.map(({ id }) => id) };
}

/** The write that moves an order's claim: 1 member. */
export function moveOperation(
  { clock }: Pick<CoreDeps, 'clock'>,
  { stored, to, windows }: OrderMove,
): Operation {
  return routedOrder(stored, { routeId: to, nowMs: clock.now(), windows });
}

async function commitInPortions(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'ids'>,
  { edits, moves, extra = [] }: RoutesChange,
): Promise<readonly RouteAggregate[] | Refusal | undefined> {
  const { table, clock, ids } = deps;
  const changeId = ids.next('evt');
  const routeIds = edits.map(({ next }) => next.route.id);
  const pending = { changeId, until: toInstant(clock.now() + PENDING_MS), routeIds };
  const marked = edits.map(({ before, next }) =>
    before
      ? routeOperations(before, {
          ...before,
          route: { ...before.route, pending: { ...pending, isNew: false } },
        })
      : routeOperations(undefined, emptied(next, { ...pending, isNew: true })),
  );
  const watch = watchOf(edits, pending, clock.now());
  const marks = [...marked.flatMap(({ operations }) => operations), ...watch];
  if (!(await table.write(marks)).ok) return undefined;

  const made: OrderMove[] = [];
  // A request that was believed to be dead must not move claims after they were given back.
  const isStillMarked = marked.map(({ next }) => unchanged(routeEntity, next.stored));
  const together = MAX_MEMBERS - isStillMarked.length;
  for (let from = 0; from < moves.length; from += together) {
    const portion = moves.slice(from, from + together);
    const refused = await claim(deps, portion, isStillMarked);
    if (refused) {
      await takeBack(deps, { edits, marked: marked.map(({ next }) => next), moves: made });
      return refused;
    }
    made.push(...portion);
  }

  const final = edits.map((edit, index) =>
    editOperations({
      ...edit,
      before: marked[index]?.next,
      next: { ...edit.next, route: { ...edit.next.route, pending: null } },
    }),
  );
  const outcome = await table.write([...final.flatMap(({ operations }) => operations), ...extra]);
  if (outcome.ok) return final.map(({ next }) => next);
  await takeBack(deps, { edits, marked: marked.map(({ next }) => next), moves: made });
  return undefined;
}

/** The timer that gives the orders back if the request dies. */
function watchOf(
  edits: readonly RouteEdit[],
  { changeId, until, routeIds }: Omit<NonNullable<RouteContent['route']['pending']>, 'isNew'>,
  nowMs: number,
): readonly Operation[] {
  const [first] = edits;
  if (!first) return [];
  return armTimer({
    organizationId: first.next.route.organizationId,
    kind: routeChangeTimer,
    subject: changeId,
    dueAt: until,
    data: { routeIds },
    occurredAt: toInstant(nowMs),
    stored: undefined,
  });
}

/** A new route before its orders are claimed: only its root. */
function emptied(next: RouteContent, pending: NonNullable<RouteContent['route']['pending']>): RouteContent {
  const route = {
    ...next.route,
    pending,
    stopCount: 0,
    orderCount: 0,
    validationErrors: {},
    violationCount: 0,
  };
  return { route, stops: [], orders: [], violations: [], encodedPolyline: null };
}

/** Moves the claims of some orders; all or none. An order that changed in other ways meanwhile is used as it is now. */
async function claim(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  portion: readonly OrderMove[],
  conditions: readonly Operation[],
): Promise<Refusal | undefined> {
  let moves = portion;
  const claimed = await commit(deps, { what: 'planned orders' }, async () => {
    const operations = moves.map((move) => moveOperation(deps, move));
    if ((await deps.table.write([...operations, ...conditions])).ok) return true;
    const again = await Promise.all(
      moves.map(async ({ stored, to, ...chosen }): Promise<OrderMove | Refusal> => {
        const { organizationId, id, routeId } = stored.value;
        const present = await deps.table.get(orderEntity, { organizationId, id });
        if (!present || present.value.routeId !== routeId) {
          return routeChanged(`Order ${id} was put on another route meanwhile.`, { orderId: id });
        }
        const refused = to === undefined ? undefined : refuseRouting(present.value);
        return refused ?? { stored: present, to, ...chosen };
      }),
    );
    const refused = again.find(isRefusal);
    if (refused) return refused;
    moves = again as readonly OrderMove[];
    return false;
  });
  return isRefusal(claimed) ? claimed : undefined;
}

/** Undoes an unfinished change as far as possible: the rest expires by itself. */
async function takeBack(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  {
    edits,
    marked,
    moves,
  }: { edits: readonly RouteEdit[]; marked: readonly RouteAggregate[]; moves: readonly OrderMove[] },
): Promise<void> {
  const { table } = deps;
  for (const { stored, to } of moves) {
    const { organizationId, id, routeId } = stored.value;
    const present = await table.get(orderEntity, { organizationId, id });
    if (present && present.value.routeId === to)
      await table.write([moveOperation(deps, { stored: present, to: routeId })]);
  }
  for (const [index, { before }] of edits.entries()) {
    const present = marked[index];
    if (!present) continue;
    const { operations } = before
      ? routeOperations(present, { ...present, route: { ...present.route, pending: null } })
      : routeOperations(present, abandoned(present));
    await table.write(operations);
  }
}

/** A new route that was not finished is archived, so that it is in nobody's way. */
function abandoned(present: RouteAggregate): RouteContent {
  const { route } = present;
  return { ...present, route: { ...route, pending: null, archivedAt: route.createdAt } };
}
