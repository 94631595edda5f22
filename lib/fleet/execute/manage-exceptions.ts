import { toInstant } from '../../platform/core/clock.ts';
import { isLostRace } from '../../platform/core/commit.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { sameValue } from '../../platform/core/same-value.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation, Stored, Table } from '../../platform/table/index.ts';
import { type Route, type RouteActor, readRoute, readRoutes, routeArchived } from '../routes/index.ts';
import { type Person, type RouteException, routeOfException } from './exception.ts';
import { exceptionAttention, exceptionLifecycle } from './exception-lifecycle.ts';
import { type ExceptionRecord, exceptionStore, MAX_OF_A_ROUTE } from './exception-record.ts';
import { ratedSeverity } from './rate-severity.ts';
import { exceptionIsResolved, exceptionNotFound, tooManyExceptions } from './refusals.ts';

/** What changing exceptions needs. */
export type ExceptionDeps = Pick<CoreDeps, 'table' | 'clock'>;

/** A recorded event of a route. */
export interface RaisedException extends Pick<RouteException, 'id' | 'type' | 'source' | 'raisedBy'> {
  /** Undefined = the service rates it. */
  readonly severity?: RouteException['severity'] | undefined;
  readonly note?: string | undefined;
  readonly stopId?: string | undefined;
}

/** Changes; fields that are not given stay. */
export interface ExceptionChange {
  readonly status?: RouteException['status'] | undefined;
  /** `auto` lets the service rate it again. */
  readonly severity?: RouteException['severity'] | 'auto' | undefined;
  readonly note?: string | null | undefined;
  /** Null = nobody. */
  readonly assignee?: Person | null | undefined;
}

/** A step of a route's exceptions; the same record when it changes nothing. */
type Step = (record: ExceptionRecord, at: string) => ExceptionRecord | Refusal;

/** The exceptions of a route that the caller may see, oldest first. */
export async function listExceptions(
  table: Table,
  actor: RouteActor,
  routeId: string,
): Promise<{ readonly routeId: string; readonly exceptions: readonly RouteException[] } | Refusal> {
  const found = await readRoute(table, actor, routeId);
  if (isRefusal(found)) return found;
  return { routeId: found.route.id, exceptions: (await readRecord(table, found.route)).value.exceptions };
}

/** Records an exception. The same id again changes nothing and returns the existing one. */
export async function raiseException(
  deps: ExceptionDeps,
  actor: RouteActor,
  routeId: string,
  raised: RaisedException,
): Promise<RouteException | Refusal> {
  const found = await readRoute(deps.table, actor, routeId);
  if (isRefusal(found)) return found;
  const { route } = found;
  const done = await changeExceptions(
    deps,
    route,
    (record, at) => refuseArchived(route) ?? raisedOn(route, record, raised, at),
  );
  return isRefusal(done) ? done : done.find(({ id }) => id === raised.id)!;
}

/** As `raiseException`, by a rule: a removed one is not raised again, and there is no reply. */
export async function raiseByRule(deps: ExceptionDeps, route: Route, raised: RaisedException): Promise<void> {
  const done = await changeExceptions(deps, route, (record, at) =>
    record.removedIds.includes(raised.id) ? record : raisedOn(route, record, raised, at),
  );
  if (isRefusal(done) && isLostRace(done)) throw new Error(done.message);
}

/** The writes that record an exception of a workflow; none when it is there. 1 read. */
export async function planException(
  deps: ExceptionDeps,
  route: Route,
  raised: RaisedException,
): Promise<readonly Operation[] | Refusal> {
  return planStep(deps, route, (record, at) => refuseArchived(route) ?? raisedOn(route, record, raised, at));
}

/**
 * The writes that change open exceptions of a route: the one with this id, all of a type, or all. None when none is
 * open; an unknown id is refused. 1 read.
 */
export async function planExceptionChange(
  deps: ExceptionDeps,
  route: Route,
  meant: { readonly id: string | null; readonly type: string | null },
  change: ExceptionChange,
  by: Person,
): Promise<readonly Operation[] | Refusal> {
  const isMeant = ({ id, type, status }: RouteException) =>
    status !== 'resolved' && (meant.id ?? id) === id && (meant.type ?? type) === type;
  return planStep(deps, route, (record, at) =>
    meant.id !== null && !record.exceptions.some(({ id }) => id === meant.id)
      ? exceptionNotFound(`There is no exception "${meant.id}".`, { id: meant.id })
      : changedOnes(route, record, isMeant, change, by, at),
  );
}

function refuseArchived(route: Route): Refusal | undefined {
  return route.archivedAt === null
    ? undefined
    : routeArchived(
        `Route ${route.id} is archived, so exceptions cannot be recorded on it. Unarchive it first.`,
        { id: route.id },
      );
}

function raisedOn(
  route: Route,
  record: ExceptionRecord,
  raised: RaisedException,
  at: string,
): ExceptionRecord | Refusal {
  const { exceptions } = record;
  if (exceptions.some(({ id }) => id === raised.id)) return record;
  if (exceptions.length >= MAX_OF_A_ROUTE) {
    return tooManyExceptions(
      `Route ${route.id} already has ${exceptions.length} exceptions, which is the limit. Remove some first.`,
      { routeId: route.id },
    );
  }
  const { id, type, source, raisedBy, severity, note = null, stopId = null } = raised;
  const exception: RouteException = {
    ...{ id, type, source, raisedBy, note, stopId },
    severity: severity ?? ratedSeverity(type, route),
    isSeverityAuto: severity === undefined,
    assignee: null,
    ...exceptionAttention.raised(at),
  };
  return { ...record, updatedAt: at, exceptions: [...exceptions, exception] };
}

/** Changes an exception. A resolved one is read-only (specification 3.5). */
export async function changeException(
  deps: ExceptionDeps,
  actor: RouteActor,
  id: string,
  change: ExceptionChange,
  by: Person,
): Promise<{ readonly routeId: string; readonly exception: RouteException } | Refusal> {
  const done = await onException(deps, actor, id, (record, before, route, at) => {
    if (exceptionLifecycle.isOver(before.status)) {
      return exceptionIsResolved(`Exception ${id} is resolved, so it can only be read or removed.`, {
        id,
        status: before.status,
      });
    }
    return changedOnes(route, record, (one) => one.id === id, change, by, at);
  });
  if (isRefusal(done)) return done;
  return { routeId: routeOfException(id)!, exception: done.find((one) => one.id === id)! };
}

/** Removes an exception, resolved or not. */
export async function removeException(
  deps: ExceptionDeps,
  actor: RouteActor,
  id: string,
): Promise<Refusal | undefined> {
  const done = await onException(deps, actor, id, (record, before, _route, at) => ({
    ...record,
    updatedAt: at,
    exceptions: record.exceptions.filter((one) => one !== before),
    removedIds: [...record.removedIds, ...(before.source === 'rule' ? [id] : [])].slice(-MAX_REMOVED),
  }));
  return isRefusal(done) ? done : undefined;
}

/** Result for the exceptions of one route. */
export interface RouteOutcome {
  readonly routeId: string;
  readonly changed: number;
}

/**
 * Changes all or some exceptions of several routes; a route without such exceptions is skipped. An unknown route, or
 * one outside the caller's scope, refuses the whole call before anything changes.
 */
export async function changeExceptionsOf(
  deps: ExceptionDeps,
  actor: RouteActor,
  routeIds: readonly string[],
  of: { readonly only: (exception: RouteException) => boolean; readonly change: ExceptionChange },
  by: Person,
): Promise<readonly RouteOutcome[] | Refusal> {
  const routes = await readRoutes(deps.table, actor, routeIds);
  if (isRefusal(routes)) return routes;
  const outcomes: RouteOutcome[] = [];
  for (const { route } of routes) {
    let changed = 0;
    const isMeant = (one: RouteException) => one.status !== 'resolved' && of.only(one);
    const done = await changeExceptions(deps, route, (record, at) => {
      changed = record.exceptions.filter(isMeant).length;
      return changedOnes(route, record, isMeant, of.change, by, at);
    });
    if (isRefusal(done)) return done;
    outcomes.push({ routeId: route.id, changed });
  }
  return outcomes;
}

function changedOnes(
  route: Route,
  record: ExceptionRecord,
  isMeant: (exception: RouteException) => boolean,
  change: ExceptionChange,
  by: Person,
  at: string,
): ExceptionRecord {
  const exceptions = record.exceptions.map((one) =>
    isMeant(one) ? changedBy(route, one, change, by, at) : one,
  );
  return exceptions.every((one, index) => one === record.exceptions[index])
    ? record
    : { ...record, updatedAt: at, exceptions };
}

function changedBy(
  route: Route,
  before: RouteException,
  change: ExceptionChange,
  by: Person,
  at: string,
): RouteException {
  const { status = before.status, severity, note = before.note, assignee = before.assignee } = change;
  const isAuto = severity === undefined ? before.isSeverityAuto : severity === 'auto';
  const rated = severity === 'auto' ? ratedSeverity(before.type, route) : (severity ?? before.severity);
  const next = {
    ...exceptionAttention.turned(before, status, by, at),
    ...{ note, severity: rated, isSeverityAuto: isAuto },
    assignee: assignee?.id === before.assignee?.id ? before.assignee : assignee,
  };
  return sameValue(next, before) ? before : { ...next, updatedAt: at };
}

async function onException(
  deps: ExceptionDeps,
  actor: RouteActor,
  id: string,
  step: (
    record: ExceptionRecord,
    before: RouteException,
    route: Route,
    at: string,
  ) => ExceptionRecord | Refusal,
): Promise<readonly RouteException[] | Refusal> {
  const unknown = exceptionNotFound(`There is no exception "${id}".`, { id });
  const routeId = routeOfException(id);
  const found = routeId === undefined ? unknown : await readRoute(deps.table, actor, routeId);
  // A route outside the caller's scope shows it no exceptions.
  if (isRefusal(found)) return unknown;
  return changeExceptions(deps, found.route, (record, at) => {
    const before = record.exceptions.find((one) => one.id === id);
    return before ? step(record, before, found.route, at) : unknown;
  });
}

/** Exceptions of rules that people removed and that are not raised again: the latest ones. */
const MAX_REMOVED = 2_000;

async function changeExceptions(
  deps: ExceptionDeps,
  route: Route,
  step: Step,
): Promise<readonly RouteException[] | Refusal> {
  const read = async () => ({ stored: await readRecord(deps.table, route), facts: undefined });
  const done = await exceptionStore.change(deps, { what: 'route', id: route.id }, read, step);
  return isRefusal(done) ? done : done.value.exceptions;
}

/** The writes of a step on the current exceptions; none when it changes nothing. 1 read. */
async function planStep(
  deps: ExceptionDeps,
  route: Route,
  step: Step,
): Promise<readonly Operation[] | Refusal> {
  const stored = await readRecord(deps.table, route);
  const next = step(stored.value, toInstant(deps.clock.now()));
  if (isRefusal(next)) return next;
  return next === stored.value ? [] : exceptionStore.plan(stored, next, undefined);
}

/** The exceptions of a route; those of version 0 were never stored. */
async function readRecord(
  table: Table,
  { organizationId, id }: Pick<Route, 'organizationId' | 'id'>,
): Promise<Stored<ExceptionRecord>> {
  const stored = await table.get(exceptionStore.entity, { organizationId, id });
  return (
    stored ?? { value: { organizationId, id, updatedAt: '', exceptions: [], removedIds: [] }, version: 0 }
  );
}
