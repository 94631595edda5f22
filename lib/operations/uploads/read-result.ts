import {
  type ActivityActor,
  activityPartition,
  isActivityOver,
  readActivity,
} from '../../platform/activities/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { rowOutcomeEntity } from '../bulk/index.ts';
import { writeCsv } from './csv/write-csv.ts';
import { readUpload, type UploadDeps } from './manage-uploads.ts';
import { importRunning } from './refusals.ts';
import { MAX_UPLOADED_ROWS } from './upload.ts';

const HEADER = ['row', 'outcome', 'order_id', 'message'] as const;

/** The results of all rows of an import, as a table. 2 calls, and 1 per about 5,000 rows. */
export async function readUploadResult(
  { table }: Pick<UploadDeps, 'table'>,
  actor: ActivityActor,
  id: string,
): Promise<string | Refusal> {
  const upload = await readUpload({ table }, actor, id);
  if (isRefusal(upload)) return upload;
  const { activityId, organizationId } = upload.value;
  if (activityId === null) {
    return importRunning(
      `The import of ${id} has not been started. Start it with POST /v1/uploads/${id}/import.`,
      {
        id,
      },
    );
  }
  const found = await readActivity(table, actor, activityId);
  if (isRefusal(found)) return found;
  const { status, error } = found.stored.value;
  if (!isActivityOver(status)) {
    return importRunning(
      `The import of ${id} is ${status}. Try again when activity ${activityId} has ended.`,
      {
        ...{ id, activityId, status },
      },
    );
  }
  if (error) return writeCsv(HEADER, [['', 'failed', '', error.message]]);
  const before = found.result?.importedBefore;
  if (typeof before === 'string') {
    return writeCsv(HEADER, [['', 'skipped', '', `The same file was imported before, by ${before}.`]]);
  }
  const outcomes = await table.readLog(
    rowOutcomeEntity,
    activityPartition({ organizationId, id: activityId }),
    { limit: MAX_UPLOADED_ROWS },
  );
  return writeCsv(
    HEADER,
    outcomes.map(({ value: { index, outcome, orderId, message } }) => [index + 1, outcome, orderId, message]),
  );
}
