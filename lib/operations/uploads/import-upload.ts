import * as z from 'zod';
import { type FoundActivity, plannedActivity, readActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { lostRace } from '../../platform/core/commit.ts';
import type { Actor } from '../../platform/core/origin.ts';
import { actorSchema } from '../../platform/core/origin.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import { replace } from '../../platform/table/index.ts';
import { readUpload, type UploadCaller, type UploadDeps } from './manage-uploads.ts';
import { openUpload } from './open-upload.ts';
import { datesAmbiguous, mappingInvalid } from './refusals.ts';
import { DATE_ORDERS } from './rows/read-moment.ts';
import { DELIMITERS, ENCODINGS } from './tables/detect-text.ts';
import { type AskedReading, withTemplate } from './templates/with-template.ts';
import { uploadEntity } from './upload.ts';
import { callForFile } from './upload-events.ts';

/** What an import is asked for with. */
export const importRequest = z.object({
  uploadId: z.string(),
  mapping: z.record(z.string(), z.string().nullable()),
  values: z.record(z.string(), z.string()),
  dateOrder: z.enum(DATE_ORDERS).nullable(),
  numericMetadata: z.array(z.string()),
  encoding: z.enum(ENCODINGS),
  delimiter: z.enum(DELIMITERS),
  confirmHighValues: z.boolean(),
  timeZone: z.string(),
  actor: actorSchema,
});

/**
 * Starts the import of an upload's file and returns its activity; a second call returns the same activity. 3 calls and
 * the head of the file.
 */
export async function importUpload(
  deps: UploadDeps,
  caller: UploadCaller & { readonly actor: Actor },
  id: string,
  asked: AskedReading & { readonly confirmHighValues: boolean },
  organizationTimeZone: string,
): Promise<FoundActivity | Refusal> {
  const stored = await readUpload(deps, caller, id);
  if (isRefusal(stored)) return stored;
  const upload = stored.value;
  if (upload.activityId !== null) return readActivity(deps.table, caller, upload.activityId);
  const { confirmHighValues, ...reading } = asked;
  const options = await withTemplate(deps, caller, reading, organizationTimeZone);
  if (isRefusal(options)) return options;
  const opened = await openUpload(deps, upload, options, deps.clock.now());
  if (isRefusal(opened)) return opened;
  const { plan, table, ambiguousDates } = opened;
  const { mapping, values, dateOrder, numericMetadata, timeZone } = plan;
  await table.rows.return();
  if (!Object.values(mapping).some((field) => field !== null)) {
    const why = 'no column fills a field. Map each column to its field.';
    return mappingInvalid(`mapping: ${why}`, { fields: { mapping: why } });
  }
  if (ambiguousDates.length > 0) {
    const why =
      `the dates in ${ambiguousDates.join(', ')} can be read with the day or the month first. ` +
      'Send dateOrder: day-first or month-first.';
    return datesAmbiguous(`dateOrder: ${why}`, { columns: ambiguousDates, fields: { dateOrder: why } });
  }
  const activityId = deps.ids.next('act');
  const { organizationId, createdBy, storeLocationIds, driverGroupIds } = upload;
  const request: z.input<typeof importRequest> = {
    uploadId: id,
    mapping: { ...mapping },
    values: { ...values },
    ...{ dateOrder, timeZone, numericMetadata: [...numericMetadata] },
    ...{ encoding: table.encoding, delimiter: table.delimiter },
    confirmHighValues,
    actor: { ...caller.actor },
  };
  const planned = plannedActivity(
    { organizationId, createdBy, storeLocationIds, driverGroupIds },
    { id: activityId, action: 'act_process_csv_upload', request },
    deps.clock.now(),
  );
  const outcome = await deps.table.write([
    replace(uploadEntity, stored, { ...upload, activityId }),
    ...planned.operations,
    callForFile({ organizationId, id: activityId }, toInstant(deps.clock.now())),
  ]);
  if (outcome.ok) return { stored: planned.next, result: null };
  const now = await readUpload(deps, caller, id);
  if (isRefusal(now)) return now;
  if (now.value.activityId !== null) return readActivity(deps.table, caller, now.value.activityId);
  return lostRace({ what: 'upload', id });
}
