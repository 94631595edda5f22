import {
  type Activity,
  type ActivityActor,
  activityPartition,
  isActivityOver,
  readActivity,
} from '../../platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { portionsRequest, rowOutcomeEntity } from '../bulk/index.ts';
import { importColumn } from './columns/import-columns.ts';
import { readUpload, type UploadDeps } from './manage-uploads.ts';
import { fileMissing, importRunning } from './refusals.ts';
import type { Delimiter, Encoding } from './tables/detect-text.ts';
import { openTable } from './tables/read-table.ts';
import { writeCsv } from './tables/write-csv.ts';
import { MAX_UPLOADED_ROWS, type Upload, uploadKey } from './upload.ts';

const HEADER = ['row', 'outcome', 'order_id', 'message'] as const;

/** Which rows a result file has. */
export const RESULT_ROWS = ['all', 'flawed'] as const;

/** Rows of a file of flawed rows at most: a reply has at most 6 MB. */
const MAX_FLAWED = 5_000;

/** What the file of an import's result is to show. */
export interface ResultChoice {
  readonly rows: (typeof RESULT_ROWS)[number];
  /** Number of the first row of the uploaded file that may be in it. */
  readonly fromRow: number;
}

/**
 * The results of all rows of an import, as a table; or the flawed rows of the file as they came, with what is wrong, to
 * be corrected and uploaded again. 2 calls, and 1 per about 5,000 rows.
 */
export async function readUploadResult(
  deps: Pick<UploadDeps, 'table' | 'bucket'>,
  actor: ActivityActor,
  id: string,
  choice: ResultChoice,
): Promise<string | Refusal> {
  const { table } = deps;
  const upload = await readUpload({ table }, actor, id);
  if (isRefusal(upload)) return upload;
  const { activityId, organizationId } = upload.value;
  if (activityId === null) {
    return importRunning(
      `The import of ${id} has not been started. Start it with POST /v1/uploads/${id}/import.`,
      { id },
    );
  }
  const found = await readActivity(table, actor, activityId);
  if (isRefusal(found)) return found;
  const { status, error, progress } = found.stored.value;
  if (!isActivityOver(status)) {
    return importRunning(
      `The import of ${id} is ${status}. Try again when activity ${activityId} has ended.`,
      { id, activityId, status },
    );
  }
  if (error && !progress) return writeCsv(HEADER, [['', 'failed', '', error.message]]);
  const before = found.result?.importedBefore;
  if (typeof before === 'string') {
    return writeCsv(HEADER, [['', 'skipped', '', `The same file was imported before, by ${before}.`]]);
  }
  const outcomes = await table.readLog(
    rowOutcomeEntity,
    activityPartition({ organizationId, id: activityId }),
    { limit: MAX_UPLOADED_ROWS },
  );
  const rows = outcomes.map(({ value }) => value);
  if (choice.rows === 'flawed')
    return flawedRows(deps, upload.value, found.stored.value, rows, choice.fromRow);
  return writeCsv(
    HEADER,
    rows
      .filter(({ index }) => index + 1 >= choice.fromRow)
      .map(({ index, outcome, orderId, message }) => [index + 1, outcome, orderId, message]),
  );
}

interface Flawed {
  readonly index: number;
  readonly outcome: string;
  readonly orderId: string | null;
  readonly message: string | null;
}

/**
 * The flawed rows with their own columns, the number of the row, what is wrong with it, and the id of its order, by
 * which the corrected row changes that order instead of creating another one.
 */
async function flawedRows(
  { bucket }: Pick<UploadDeps, 'bucket'>,
  { organizationId, id }: Upload,
  { request }: Activity,
  outcomes: readonly Flawed[],
  fromRow: number,
): Promise<string | Refusal> {
  const stream = await bucket.stream(organizationId, uploadKey(id));
  if (!stream) return fileMissing(`The file of ${id} is no longer stored.`, { id });
  const { encoding, delimiter } = portionsRequest.parse(request);
  const table = await openTable(stream, {
    encoding: encoding as Encoding | undefined,
    delimiter: delimiter as Delimiter | undefined,
  });
  const flawed = new Map(
    outcomes
      .filter(({ outcome, index }) => ['failed', 'needs_attention'].includes(outcome) && index + 1 >= fromRow)
      .slice(0, MAX_FLAWED)
      .map((one) => [one.index, one] as const),
  );
  const rows: unknown[][] = [];
  let index = 0;
  for await (const cells of table.rows) {
    const one = flawed.get(index);
    if (one) {
      const own = table.columns.map((_, place) => cells[place] ?? '');
      rows.push([...own, index + 1, one.message ?? '', one.orderId ?? '']);
      if (rows.length === flawed.size) break;
    }
    index += 1;
  }
  return writeCsv([...table.columns, 'Row', 'What is wrong', importColumn('id')!.label], rows);
}
