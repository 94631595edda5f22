import { type ActivityActor, maySeeActivity } from '../../platform/activities/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { create, type Stored } from '../../platform/table/index.ts';
import { missingFields } from './csv/missing-fields.ts';
import { guessMapping, type Mapping, orderColumn } from './csv/order-columns.ts';
import { type CellError, readCells } from './csv/read-cells.ts';
import { NoTable, type OpenTable, openTable, type TextFormat } from './csv/read-table.ts';
import { fileMissing, fileUnfit, mappingInvalid, uploadNotFound } from './refusals.ts';
import { MAX_BYTES, type Upload, uploadEntity, uploadKey } from './upload.ts';

export type UploadDeps = Pick<CoreDeps, 'table' | 'clock' | 'ids' | 'log'> & { readonly bucket: Bucket };

/** Who uploads. */
export interface UploadCaller extends ActivityActor {
  readonly keyId: string;
}

/** Creates an upload, whose file is then put to the link. A repeated request finds what its first attempt created. */
export async function createUpload(
  { table, clock, ids }: Pick<UploadDeps, 'table' | 'clock' | 'ids'>,
  caller: UploadCaller,
  asked: Pick<Upload, 'kind' | 'fileName'>,
): Promise<Upload> {
  const { organizationId, storeLocationIds, driverGroupIds } = caller;
  const upload: Upload = {
    ...{ organizationId, id: ids.next('upl'), ...asked },
    createdAt: toInstant(clock.now()),
    createdBy: caller.keyId,
    storeLocationIds: storeLocationIds && [...storeLocationIds],
    driverGroupIds: driverGroupIds && [...driverGroupIds],
    activityId: null,
  };
  await table.write([create(uploadEntity, upload)]);
  return upload;
}

/** An upload that the caller may see. 1 call. */
export async function readUpload(
  { table }: Pick<UploadDeps, 'table'>,
  actor: ActivityActor,
  id: string,
): Promise<Stored<Upload> | Refusal> {
  const stored = await table.get(uploadEntity, { organizationId: actor.organizationId, id });
  return stored && maySeeActivity(actor, stored.value)
    ? stored
    : uploadNotFound(`There is no upload with the id "${id}".`, { id });
}

/** How a file is to be read. */
export interface ReadingOptions extends TextFormat {
  /** Absent = guessed from the names of the columns. */
  readonly mapping?: Mapping | undefined;
}

/** Opens the file of an upload. */
export async function openUpload(
  { bucket }: Pick<UploadDeps, 'bucket'>,
  { organizationId, id }: Pick<Upload, 'organizationId' | 'id'>,
  options: ReadingOptions,
): Promise<{ readonly table: OpenTable; readonly mapping: Mapping } | Refusal> {
  const head = await bucket.head(organizationId, uploadKey(id));
  const stream = head && (await bucket.stream(organizationId, uploadKey(id)));
  if (!stream) {
    return fileMissing(`The file of ${id} has not been uploaded yet. Send it to \`uploadUrl\` with PUT.`, {
      id,
    });
  }
  if (head.sizeBytes > MAX_BYTES) {
    return fileUnfit(
      `The file has ${head.sizeBytes} bytes, but at most ${MAX_BYTES} can be read. Upload it in parts.`,
      {
        sizeBytes: head.sizeBytes,
      },
    );
  }
  try {
    const table = await openTable(stream, options);
    const mapping = options.mapping ?? guessMapping(table.columns);
    return refuseMapping(table.columns, mapping) ?? { table, mapping };
  } catch (error) {
    if (error instanceof NoTable) return fileUnfit(error.message);
    throw error;
  }
}

function refuseMapping(columns: readonly string[], mapping: Mapping): Refusal | undefined {
  const seen = new Map<string, string>();
  for (const [column, field] of Object.entries(mapping)) {
    const other = field === null ? undefined : seen.get(field);
    const why = !columns.includes(column)
      ? `The file has no column "${column}". Its columns are ${columns.join(', ')}.`
      : field !== null && !orderColumn(field)
        ? `"${field}" is not a field that a column can fill. The preview lists them in \`fields\`.`
        : other !== undefined
          ? `The columns "${other}" and "${column}" both fill "${field}". Leave one of them out.`
          : undefined;
    if (why !== undefined) {
      return mappingInvalid(`mapping: ${why}`, { fields: { [`mapping.${column}`]: why } });
    }
    if (field !== null) seen.set(field, column);
  }
  return undefined;
}

/** Rows of a preview (specification 8). */
export const MAX_PREVIEWED = 500;

/** A cell of a row with a remark. */
export interface RowRemark extends CellError {
  /** Number of the row; 1 is the one below the column names. */
  readonly row: number;
}

/** The first rows of a file, as they would be imported. */
export async function previewUpload(
  deps: Pick<UploadDeps, 'table' | 'bucket'>,
  actor: ActivityActor,
  id: string,
  options: ReadingOptions,
  timeZone: string,
) {
  const stored = await readUpload(deps, actor, id);
  if (isRefusal(stored)) return stored;
  const opened = await openUpload(deps, stored.value, options);
  if (isRefusal(opened)) return opened;
  const { table, mapping } = opened;
  const rows: (readonly string[])[] = [];
  const errors: RowRemark[] = [];
  const confirmations: RowRemark[] = [];
  try {
    for await (const cells of table.rows) {
      rows.push(cells);
      if (rows.length > MAX_PREVIEWED) break;
      const read = readCells(table.columns, cells, mapping, {
        timeZone,
        decimalComma: table.delimiter === ';',
      });
      errors.push(...read.errors.map((one) => ({ row: rows.length, ...one })));
      if (read.confirm) confirmations.push({ row: rows.length, ...read.confirm });
    }
  } catch (error) {
    if (error instanceof NoTable) return fileUnfit(error.message);
    throw error;
  }
  const { encoding, delimiter, columns } = table;
  const shown = rows.slice(0, MAX_PREVIEWED);
  return {
    encoding,
    delimiter,
    columns,
    mapping,
    missing: missingFields(mapping),
    rows: shown,
    hasMore: rows.length > shown.length,
    errors,
    confirmations,
  };
}
