import { UNSEEN } from '../../engines/vocabulary/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { type Operation, type Stored, save, type Table } from '../../platform/table/index.ts';
import { type Route, type RouteActor, readRoute, routeArchived } from '../routes/index.ts';
import {
  type ExceptionRecord,
  exceptionRecordEntity,
  MAX_OF_A_ROUTE,
  type Person,
  type RouteException,
  routeOfException,
} from './exception.ts';
import { exceptionRaised, exceptionRemoved, exceptionUpdated, recordException } from './exception-events.ts';
import { exceptionLifecycle, turnedTo } from './exception-lifecycle.ts';
import { ratedSeverity } from './rate-severity.ts';
import {
  exceptionContention,
  exceptionIsResolved,
  exceptionNotFound,
  tooManyExceptions,
} from './refusals.ts';

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

/** A step of a route's exceptions: their new state, and those that an event reports. */
interface ExceptionStep {
  readonly exceptions: readonly RouteException[];
  readonly told: readonly (readonly [typeof exceptionRaised, RouteException])[];
  readonly removedIds?: readonly string[];
}

/** The exceptions of a route that the caller may see, oldest first. */
export async function listExceptions(
  table: Table,
  actor: RouteActor,
  routeId: string,
): Promise<{ readonly routeId: string; readonly exceptions: readonly RouteException[] } | Refusal> {
  const found = await readRoute(table, actor, routeId);
  if (isRefusal(found)) return found;
  return { routeId: found.route.id, exceptions: exceptionsOf(await readRecord(table, found.route)) };
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
    (exceptions) => refuseArchived(route) ?? raisedOn(deps, route, exceptions, raised),
  );
  return isRefusal(done) ? done : done.find(({ id }) => id === raised.id)!;
}

/** As `raiseException`, by a rule: a removed one is not raised again, and there is no reply. */
export async function raiseByRule(deps: ExceptionDeps, route: Route, raised: RaisedException): Promise<void> {
  const done = await changeExceptions(deps, route, (exceptions, record) =>
    record?.value.removedIds.includes(raised.id) ? undefined : raisedOn(deps, route, exceptions, raised),
  );
  if (isRefusal(done) && done.kind === exceptionContention.kind) throw new Error(done.message);
}

/** The writes that record an exception of a workflow; none when it is there. 1 read. */
export async function planException(
  deps: ExceptionDeps,
  route: Route,
  raised: RaisedException,
): Promise<readonly Operation[] | Refusal> {
  const planned = await planStep(
    deps,
    route,
    (exceptions) => refuseArchived(route) ?? raisedOn(deps, route, exceptions, raised),
  );
  return isRefusal(planned) ? planned : planned.operations;
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
  const planned = await planStep(deps, route, (exceptions) =>
    meant.id !== null && !exceptions.some(({ id }) => id === meant.id)
      ? exceptionNotFound(`There is no exception "${meant.id}".`, { id: meant.id })
      : changedOnes(deps, route, exceptions, (one) => (isMeant(one) ? change : undefined), by),
  );
  return isRefusal(planned) ? planned : planned.operations;
}

function refuseArchived(route: Route): Refusal | undefined {
  return route.archivedAt === null
    ? undefined
    : routeArchived(
        `Route ${route.id} is archived, so exceptions cannot be recorded on it. Unarchive it first.`,
        {
          id: route.id,
        },
      );
}

function raisedOn(
  { clock }: Pick<CoreDeps, 'clock'>,
  route: Route,
  exceptions: readonly RouteException[],
  raised: RaisedException,
): ExceptionStep | Refusal | undefined {
  if (exceptions.some(({ id }) => id === raised.id)) return undefined;
  if (exceptions.length >= MAX_OF_A_ROUTE) {
    return tooManyExceptions(
      `Route ${route.id} already has ${exceptions.length} exceptions, which is the limit. Remove some first.`,
      { routeId: route.id },
    );
  }
  const at = toInstant(clock.now());
  const { id, type, source, raisedBy, severity, note = null, stopId = null } = raised;
  const exception: RouteException = {
    ...{ id, type, source, raisedBy, note, stopId },
    severity: severity ?? ratedSeverity(type, route),
    isSeverityAuto: severity === undefined,
    status: 'needs_triage',
    assignee: null,
    ...{ raisedAt: at, updatedAt: at },
    ...UNSEEN,
  };
  return { exceptions: [...exceptions, exception], told: [[exceptionRaised, exception]] };
}

/** Changes an exception. A resolved one is read-only (specification 3.5). */
export async function changeException(
  deps: ExceptionDeps,
  actor: RouteActor,
  id: string,
  change: ExceptionChange,
  by: Person,
): Promise<{ readonly routeId: string; readonly exception: RouteException } | Refusal> {
  const done = await onException(deps, actor, id, (exceptions, before, route) => {
    if (exceptionLifecycle.isOver(before.status)) {
      return exceptionIsResolved(`Exception ${id} is resolved, so it can only be read or removed.`, {
        id,
        status: before.status,
      });
    }
    return changedOnes(deps, route, exceptions, (one) => (one.id === id ? change : undefined), by);
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
  const done = await onException(deps, actor, id, (exceptions, before) => ({
    exceptions: exceptions.filter((one) => one.id !== id),
    told: [[exceptionRemoved, before]],
    removedIds: before.source === 'rule' ? [id] : [],
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
  const routes: Route[] = [];
  for (const id of new Set(routeIds)) {
    const found = await readRoute(deps.table, actor, id);
    if (isRefusal(found)) return found;
    routes.push(found.route);
  }
  const outcomes: RouteOutcome[] = [];
  for (const route of routes) {
    let changed = 0;
    const done = await changeExceptions(deps, route, (exceptions) => {
      const meant = exceptions.filter((one) => one.status !== 'resolved' && of.only(one));
      changed = meant.length;
      const ids = new Set(meant.map(({ id }) => id));
      return changedOnes(deps, route, exceptions, ({ id }) => (ids.has(id) ? of.change : undefined), by);
    });
    if (isRefusal(done)) return done;
    outcomes.push({ routeId: route.id, changed });
  }
  return outcomes;
}

function changedOnes(
  { clock }: Pick<CoreDeps, 'clock'>,
  route: Route,
  exceptions: readonly RouteException[],
  changeOf: (exception: RouteException) => ExceptionChange | undefined,
  by: Person,
): ExceptionStep | undefined {
  const at = toInstant(clock.now());
  const next = exceptions.map((one) => changedBy(route, one, changeOf(one), by, at));
  const told = next.filter((one, index) => one !== exceptions[index]);
  if (told.length === 0) return undefined;
  return { exceptions: next, told: told.map((one) => [exceptionUpdated, one] as const) };
}

function changedBy(
  route: Route,
  before: RouteException,
  change: ExceptionChange | undefined,
  by: Person,
  at: string,
): RouteException {
  if (!change) return before;
  const { status = before.status, severity, note = before.note, assignee = before.assignee } = change;
  const isAuto = severity === undefined ? before.isSeverityAuto : severity === 'auto';
  const rated = severity === 'auto' ? ratedSeverity(before.type, route) : (severity ?? before.severity);
  const isSame =
    status === before.status &&
    note === before.note &&
    assignee?.id === before.assignee?.id &&
    rated === before.severity &&
    isAuto === before.isSeverityAuto;
  if (isSame) return before;
  return {
    ...before,
    ...{ status, note, assignee, severity: rated, isSeverityAuto: isAuto, updatedAt: at },
    ...(status === before.status ? {} : turnedTo(status, by, at)),
  };
}

async function onException(
  deps: ExceptionDeps,
  actor: RouteActor,
  id: string,
  step: (
    exceptions: readonly RouteException[],
    before: RouteException,
    route: Route,
  ) => ExceptionStep | Refusal | undefined,
): Promise<readonly RouteException[] | Refusal> {
  const unknown = exceptionNotFound(`There is no exception "${id}".`, { id });
  const routeId = routeOfException(id);
  const found = routeId === undefined ? unknown : await readRoute(deps.table, actor, routeId);
  // A route outside the caller's scope shows it no exceptions.
  if (isRefusal(found)) return unknown;
  return changeExceptions(deps, found.route, (exceptions) => {
    const before = exceptions.find((one) => one.id === id);
    return before ? step(exceptions, before, found.route) : unknown;
  });
}

/**
 * Maximum number of events per write: a transaction holds 100 members, and a step of a workflow run needs some of them.
 */
const MAX_TOLD = 85;

type Step = (
  exceptions: readonly RouteException[],
  record: Stored<ExceptionRecord> | undefined,
) => ExceptionStep | Refusal | undefined;

/** Exceptions of rules that people removed and that are not raised again: the latest ones. */
const MAX_REMOVED = 2_000;

async function changeExceptions(
  deps: ExceptionDeps,
  route: Route,
  step: Step,
): Promise<readonly RouteException[] | Refusal> {
  const done = await retryLostRace(deps.clock, async () => {
    const planned = await planStep(deps, route, step);
    if (isRefusal(planned) || planned.operations.length === 0)
      return isRefusal(planned) ? planned : planned.exceptions;
    const outcome = await deps.table.write(planned.operations);
    return outcome.ok ? planned.exceptions : undefined;
  });
  return (
    done ??
    exceptionContention(
      `The exceptions of route ${route.id} are being changed by others. Send the request again.`,
      { routeId: route.id },
    )
  );
}

/** The writes of a step on the current exceptions; none when it changes nothing. 1 read. */
async function planStep(deps: ExceptionDeps, route: Route, step: Step) {
  const { organizationId, id: routeId } = route;
  const record = await readRecord(deps.table, route);
  const before = exceptionsOf(record);
  const next = step(before, record);
  if (isRefusal(next)) return next;
  if (!next) return { exceptions: before, operations: [] };
  const updatedAt = toInstant(deps.clock.now());
  const removedIds = [...(record?.value.removedIds ?? []), ...(next.removedIds ?? [])].slice(-MAX_REMOVED);
  const value = { organizationId, routeId, updatedAt, exceptions: [...next.exceptions], removedIds };
  const told = next.told
    .slice(0, MAX_TOLD)
    .map(([kind, exception]): Operation => recordException(kind, route, exception, updatedAt));
  const operations: readonly Operation[] = [save(exceptionRecordEntity, record, value), ...told];
  return { exceptions: next.exceptions, operations };
}

function readRecord(
  table: Table,
  { organizationId, id: routeId }: Pick<Route, 'organizationId' | 'id'>,
): Promise<Stored<ExceptionRecord> | undefined> {
  return table.get(exceptionRecordEntity, { organizationId, routeId });
}

function exceptionsOf(record: Stored<ExceptionRecord> | undefined): readonly RouteException[] {
  return record?.value.exceptions ?? [];
}
