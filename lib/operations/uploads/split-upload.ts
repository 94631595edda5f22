import { createHash } from 'node:crypto';
import {
  type Activity,
  activityEntity,
  activityPartition,
  finishedActivity,
  isActivityOver,
  startedActivity,
} from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isFaultOfCode } from '../../platform/core/is-fault-of-code.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { ConsumerFailure, type EventRecord } from '../../platform/events/index.ts';
import { replace, type Stored, save } from '../../platform/table/index.ts';
import { type CsvRow, callForRows, PORTION, portionsRequest, storePortion } from '../bulk/index.ts';
import { importRequest } from './import-upload.ts';
import type { UploadDeps } from './manage-uploads.ts';
import { mergeRows } from './merge-rows.ts';
import { openUpload } from './open-upload.ts';
import { readRow } from './rows/read-row.ts';
import { NoTable } from './tables/file-types.ts';
import { importedFileEntity, MAX_UPLOADED_ROWS } from './upload.ts';
import { uploadImportDue } from './upload-events.ts';

/**
 * Reads the file of an import as a stream, stores its rows in portions in the bucket and starts bulk work on them. A
 * repetition writes the same portions. Content that was imported before and read in the same way is skipped as a whole.
 */
export async function splitUpload(deps: UploadDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { activityId } = uploadImportDue.parse(event).data;
  const stored = await readStored(deps, organizationId, activityId);
  if (
    !stored ||
    isActivityOver(stored.value.status) ||
    portionsRequest.safeParse(stored.value.request).success
  ) {
    return;
  }
  const request = importRequest.parse(stored.value.request);
  const key = `uploads/${activityId}/rows`;
  const read = await split(deps, stored.value, key, request);
  if ('failure' in read) return fail(deps, stored, read.failure);
  const { total, digest } = read;
  const at = toInstant(deps.clock.now());
  const known = await deps.table.get(importedFileEntity, { organizationId, digest });
  const isOther = known !== undefined && known.value.activityId !== activityId;
  const earlier = isOther ? await readStored(deps, organizationId, known.value.activityId) : undefined;
  if (earlier && wasImported(earlier.value)) {
    return skip(deps, stored, total, earlier.value.id);
  }
  const started = startedActivity(stored, deps.clock.now());
  if (isRefusal(started)) return;
  const firstAt = known?.value.firstAt ?? at;
  const portions = {
    portionsKey: key,
    total,
    digest,
    firstAt,
    actor: request.actor,
    uploadId: request.uploadId,
    ...{ encoding: request.encoding, delimiter: request.delimiter },
  };
  const figures = { total, handled: 0, done: 0, skipped: 0, failed: 0, needsAttention: 0 };
  const next: Activity = { ...started.next.value, request: portions, progress: figures };
  const [, ...told] = started.operations;
  const outcome = await deps.table.write([
    replace(activityEntity, stored, next),
    ...told,
    save(importedFileEntity, known, { organizationId, digest, activityId, firstAt }, deps.clock.now()),
    callForRows({ organizationId, id: activityId }, 0, at),
  ]);
  if (!outcome.ok)
    throw new ConsumerFailure('busy', `Activity ${activityId} was being changed; looking again.`);
}

/** Whether an earlier import of the same content is under way or took all rows, some of them perhaps flawed. */
function wasImported({ status, result }: Activity): boolean {
  return status !== 'CANCELLED' && (status !== 'FAILED' || result !== null);
}

async function split(
  deps: UploadDeps,
  owner: Activity,
  key: string,
  request: ReturnType<typeof importRequest.parse>,
): Promise<{ readonly total: number; readonly digest: string } | { readonly failure: string }> {
  const { organizationId } = owner;
  const { uploadId: id, mapping, values, encoding, delimiter, confirmHighValues, timeZone } = request;
  const options = {
    mapping,
    values,
    encoding,
    delimiter,
    timeZone,
    dateOrder: request.dateOrder ?? undefined,
  };
  const nowMs = deps.clock.now();
  const opened = await openUpload(deps, { organizationId, id }, options, nowMs);
  if (isRefusal(opened)) return { failure: opened.message };
  const { columns, rows } = opened.table;
  const plan = { ...opened.plan, dateOrder: request.dateOrder, numericMetadata: request.numericMetadata };
  const { dateOrder } = request;
  const hash = createHash('sha256').update(
    JSON.stringify([mapping, values, columns, confirmHighValues, timeZone, dateOrder, ...limitsOf(owner)]),
  );
  const merged = mergeRows();
  let portion: CsvRow[] = [];
  let portions = 0;
  let total = 0;
  const keep = async (finished: readonly CsvRow[]) => {
    for (const row of finished) {
      portion.push(row);
      if (portion.length === PORTION) await storeNext();
    }
  };
  const storeNext = async () => {
    await storePortion(deps.bucket, organizationId, { key, index: portions }, portion);
    portions += 1;
    portion = [];
  };
  try {
    for await (const cells of inSequence(opened.head, rows)) {
      total += 1;
      if (total > MAX_UPLOADED_ROWS) {
        return {
          failure: `The file has more than ${MAX_UPLOADED_ROWS} rows, so none was imported. Upload it in parts.`,
        };
      }
      hash.update(JSON.stringify(cells));
      const row = readRow(columns, cells, plan, nowMs);
      await keep(merged.add({ index: total - 1, row }, confirmHighValues));
    }
    await keep(merged.end(confirmHighValues));
    if (portion.length > 0) await storeNext();
  } catch (error) {
    if (error instanceof NoTable) return { failure: error.message };
    if (!isFaultOfCode(error)) throw error;
    deps.log.error(
      'uploads.file.unreadable',
      'A file could not be read.',
      { uploadId: id, row: total },
      error,
    );
    return {
      failure: `Row ${total} of the file cannot be read, so none was imported. Remove it, or report ${id}.`,
    };
  }
  if (total === 0) return { failure: 'The file has no row below the names of its columns.' };
  return { total, digest: hash.digest('hex') };
}

/**
 * What its limits add to the digest of an import: rows that a limited caller may not import are no reason to skip the same
 * file of somebody else.
 */
function limitsOf({ storeLocationIds, driverGroupIds }: Activity): readonly unknown[] {
  return storeLocationIds === null && driverGroupIds === null ? [] : [storeLocationIds, driverGroupIds];
}

/** The first rows, then those behind them. */
async function* inSequence(
  head: readonly (readonly string[])[],
  rows: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly string[], void> {
  yield* head;
  yield* rows;
}

async function skip(
  deps: UploadDeps,
  stored: Stored<Activity>,
  total: number,
  earlierId: string,
): Promise<void> {
  const figures = { total, handled: total, done: 0, skipped: total, failed: 0, needsAttention: 0 };
  const result = { done: 0, skipped: total, failed: 0, needsAttention: 0, importedBefore: earlierId };
  await end(deps, stored, { trigger: 'succeed', progress: figures, result });
}

async function fail(deps: UploadDeps, stored: Stored<Activity>, message: string): Promise<void> {
  await end(deps, stored, { trigger: 'fail', error: { code: 'INVALID_VALUE', message } });
}

async function end(
  deps: UploadDeps,
  stored: Stored<Activity>,
  how: Parameters<typeof finishedActivity>[1],
): Promise<void> {
  const planned = finishedActivity(stored, how, deps.clock.now());
  if (isRefusal(planned) || (await deps.table.write(planned.operations)).ok) return;
  throw new ConsumerFailure('busy', `Activity ${stored.value.id} was being changed; looking again.`);
}

async function readStored(
  { table }: Pick<UploadDeps, 'table'>,
  organizationId: string,
  id: string,
): Promise<Stored<Activity> | undefined> {
  return (await table.readAggregate(activityPartition({ organizationId, id }))).one(activityEntity);
}
