import type { OrderCaller } from '../../ordering/orders/index.ts';
import {
  type Activity,
  activityPartition,
  beginActivity,
  busyActivity,
  finishedActivity,
  openActivity,
  type PlannedActivity,
  progressedActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isFaultOfCode } from '../../platform/core/is-fault-of-code.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { Actor } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import { create, type Stored } from '../../platform/table/index.ts';
import { actOnOrder, type RowResult, recordOf } from './act-on-order.ts';
import type { BulkDeps } from './bulk-deps.ts';
import { bulkWorkDue, callForRows } from './bulk-events.ts';
import { type RowOutcome, rowOutcomeEntity } from './bulk-outcome.ts';
import { actionRequest, callerOf, operationsRequest } from './bulk-request.ts';
import { PORTION, portionsRequest, readPortion } from './csv-rows.ts';
import { importRow } from './import-row.ts';
import { operateOnOrder, orderNamedBy, readOperations } from './operate-on-order.ts';

/** Rows per leg: a cancellation takes effect with the next leg, and a crash repeats no more than these. */
const LEG = 100;

/** Rows that are processed in parallel. */
const WIDTH = 10;

/** Rows of an uploaded table that are processed in parallel: creating an order is less work than dispatching one. */
const WIDTH_OF_CSV = 25;

/** How one kind of bulk activity processes its rows. */
interface RowWork {
  readonly total: number;
  readonly leg: number;
  readonly width: number;
  readonly actor: Actor;
  /** Rows with the same key are processed one after the other. */
  keyOf(index: number): string;
  carryOut(deps: BulkDeps, index: number, caller: OrderCaller, at: string): Promise<RowResult>;
}

/** Progress figures of bulk work. */
interface Progress {
  readonly total: number;
  /** Finished rows. */
  readonly handled: number;
  readonly done: number;
  readonly skipped: number;
  readonly failed: number;
  /** Rows of an uploaded table whose order was stored but has to be corrected by a person. */
  readonly needsAttention: number;
}

/**
 * Processes the next rows of a bulk activity, then starts the next leg or ends the activity. Each row has an
 * entry in the journal, so that a repeated or parallel leg processes no row twice.
 */
export async function runBulkWork(deps: BulkDeps, event: EventRecord): Promise<void> {
  const { activityId, from } = bulkWorkDue.parse(event).data;
  const { organizationId } = event;
  const begun = await beginActivity(deps, organizationId, activityId);
  if (!begun || progressOf(begun.value, 0).handled > from) return;
  const work = await workOf(deps, begun.value, from);
  const { value: organization } = await readOrganization(deps, organizationId);
  const caller = await callerOf(deps.table, begun.value, organization.listShards);
  const table = deps.table.actingFor({ actor: work.actor, cause: `activity:${activityId}` });
  const to = Math.min(from + work.leg, work.total);
  const rows = Array.from({ length: to - from }, (_, offset) => from + offset);
  const keys = rows.map((index) => ({ organizationId, activityId, index }));
  const known = await deps.table.getMany(rowOutcomeEntity, keys);
  const open = rows.filter((_, place) => !known[place]);
  const groups = Map.groupBy(open, (index) => work.keyOf(index));
  const workOn = async (index: number) => {
    const at = toInstant(deps.clock.now());
    const result = await work
      .carryOut({ ...deps, table }, index, caller, at)
      .catch((error: unknown) => unreadable(deps, activityId, index, error));
    // A parallel run, or the order's own transaction, wrote the outcome first.
    await deps.table.write([
      create(rowOutcomeEntity, recordOf({ activity: begun.value, index, at }, result)),
    ]);
  };
  await mapConcurrently([...groups.values()], work.width, async (group) => {
    for (const index of group) await workOn(index);
  });
  const outcomes = (await deps.table.getMany(rowOutcomeEntity, keys)).flatMap(
    (stored) => stored?.value ?? [],
  );
  await conclude(deps, { organizationId, activityId, from, to, total: work.total, outcomes });
}

/** The result of a row that the program itself cannot handle: the other rows continue, and the activity ends. */
function unreadable(deps: BulkDeps, activityId: string, index: number, error: unknown): RowResult {
  if (!isFaultOfCode(error)) throw error;
  deps.log.error(
    'bulk.row.failed',
    'A row of bulk work failed by an error of the service.',
    { activityId, index },
    error,
  );
  return {
    orderId: null,
    outcome: 'failed',
    message: `The service failed on this row. Report ${activityId}, row ${index + 1}.`,
  };
}

/** How an activity processes its rows from this one on. */
async function workOf(deps: BulkDeps, activity: Activity, from: number): Promise<RowWork> {
  const { organizationId } = activity;
  if (activity.action === 'act_process_csv_upload') {
    const { portionsKey, total, digest, firstAt, actor } = portionsRequest.parse(activity.request);
    const rows = total === 0 ? [] : await readPortion(deps.bucket, organizationId, portionsKey, from);
    const rowAt = (index: number) => rows[index % PORTION];
    return {
      ...{ total, actor, leg: PORTION, width: WIDTH_OF_CSV },
      keyOf: (index) => String(rowAt(index)?.data?.externalId ?? `row ${index}`),
      carryOut: (ownDeps, index, caller) =>
        importRow(ownDeps, { activity, index, row: rowAt(index), digest, firstAt }, caller),
    };
  }
  if (activity.action === 'act_orders_bulk_action') {
    const { action, orderIds, reason, actor } = actionRequest.parse(activity.request);
    return {
      ...{ total: orderIds.length, actor, leg: LEG, width: WIDTH },
      keyOf: (index) => orderIds[index] ?? '',
      carryOut: (ownDeps, index, caller, at) =>
        actOnOrder(ownDeps, { activity, index, orderId: orderIds[index] ?? '', action, reason, at }, caller),
    };
  }
  const { rowsKey, total, actor } = operationsRequest.parse(activity.request);
  const operations = await readOperations(deps, organizationId, rowsKey);
  return {
    ...{ total, actor, leg: LEG, width: WIDTH },
    keyOf: (index) => orderNamedBy(operations[index]) ?? `row ${index}`,
    carryOut: (ownDeps, index, caller, at) =>
      operateOnOrder(ownDeps, { activity, index, operation: operations[index], at }, caller),
  };
}

/** Adds a leg to the progress and starts the next one, or ends the activity with its results. */
async function conclude(
  deps: BulkDeps,
  leg: {
    readonly organizationId: string;
    readonly activityId: string;
    readonly from: number;
    readonly to: number;
    readonly total: number;
    readonly outcomes: readonly RowOutcome[];
  },
): Promise<void> {
  const { organizationId, activityId, from, to, total, outcomes } = leg;
  const stored = await openActivity(deps, organizationId, activityId);
  if (!stored) return;
  const before = progressOf(stored.value, total);
  if (before.handled > from) return;
  const count = (outcome: RowOutcome['outcome']) => outcomes.filter((row) => row.outcome === outcome).length;
  const progress: Progress = {
    total,
    handled: to,
    done: before.done + count('done'),
    skipped: before.skipped + count('skipped'),
    failed: before.failed + count('failed'),
    needsAttention: before.needsAttention + count('needs_attention'),
  };
  const isLast = to >= total;
  const planned = isLast
    ? await ended(deps, stored, progress)
    : progressedActivity(stored, { ...progress }, deps.clock.now());
  if (isRefusal(planned)) return;
  const next = isLast
    ? []
    : [callForRows({ organizationId, id: activityId }, to, planned.next.value.updatedAt)];
  if (!(await deps.table.write([...planned.operations, ...next])).ok) throw busyActivity(activityId);
}

async function ended(
  deps: BulkDeps,
  stored: Stored<Activity>,
  progress: Progress,
): Promise<PlannedActivity | Refusal> {
  const { organizationId, id: activityId, action } = stored.value;
  const { done, skipped, failed } = progress;
  if (action === 'act_process_csv_upload') return endedImport(stored, progress, deps.clock.now());
  const rows = await deps.table.readLog(
    rowOutcomeEntity,
    activityPartition({ organizationId, id: activityId }),
    { limit: Math.max(1, progress.total) },
  );
  const results = rows.map(({ value: { orderId, outcome, message } }) => ({
    orderId,
    outcome,
    ...(message === null ? {} : { message }),
  }));
  return finishedActivity(
    stored,
    { trigger: 'succeed', progress: { ...progress }, result: { done, skipped, failed, results } },
    deps.clock.now(),
  );
}

/** An import succeeds only if no row needs a person; its result says how many do, and its file which. */
function endedImport(stored: Stored<Activity>, progress: Progress, nowMs: number): PlannedActivity | Refusal {
  const { total, done, skipped, failed, needsAttention } = progress;
  const result = { done, skipped, failed, needsAttention };
  const end = { progress: { ...progress }, result };
  if (failed + needsAttention === 0) return finishedActivity(stored, { trigger: 'succeed', ...end }, nowMs);
  const message =
    `Of ${total} rows ${failed} could not be imported, and the orders of ${needsAttention} need attention. ` +
    'Download the result with rows=flawed, correct it and upload it again.';
  return finishedActivity(
    stored,
    { trigger: 'fail', ...end, error: { code: 'VALIDATION_ERRORS', message } },
    nowMs,
  );
}

/** Progress of the activity. */
function progressOf({ progress }: Activity, total: number): Progress {
  const figure = (name: string) => Number(progress?.[name] ?? 0);
  return {
    total,
    handled: figure('handled'),
    done: figure('done'),
    skipped: figure('skipped'),
    failed: figure('failed'),
    needsAttention: figure('needsAttention'),
  };
}
