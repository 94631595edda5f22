import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import type { Mapping } from './columns/guess-mapping.ts';
import { importColumn } from './columns/import-columns.ts';
import { type PlannedReading, type PlanOptions, planReading } from './read-plan.ts';
import { fileMissing, fileUnfit, mappingInvalid } from './refusals.ts';
import { NoTable } from './tables/file-types.ts';
import { type OpenTable, openTable, type TextFormat } from './tables/read-table.ts';
import { MAX_BYTES, type Upload, uploadKey } from './upload.ts';

/** How a file is to be read. */
export type ReadingOptions = TextFormat & PlanOptions;

/** Rows of a preview (specification 8), and those from which a file's reading is decided. */
export const MAX_PREVIEWED = 500;

/** An upload's file, opened. */
export interface OpenedUpload extends PlannedReading {
  readonly table: OpenTable;
  /** The first rows, at most one more than a preview shows. The table goes on behind them. */
  readonly head: readonly (readonly string[])[];
}

/** Opens the file of an upload and decides from its first rows how it is read. */
export async function openUpload(
  { bucket }: { readonly bucket: Bucket },
  { organizationId, id }: Pick<Upload, 'organizationId' | 'id'>,
  options: ReadingOptions,
  nowMs: number,
): Promise<OpenedUpload | Refusal> {
  const table = await openFile(bucket, organizationId, id, options);
  if (isRefusal(table)) return table;
  const head: (readonly string[])[] = [];
  try {
    while (head.length <= MAX_PREVIEWED) {
      const { value, done } = await table.rows.next();
      if (done) break;
      head.push(value);
    }
  } catch (error) {
    if (error instanceof NoTable) return fileUnfit(error.message);
    throw error;
  }
  const refused = refuseMapping(table.columns, options.mapping ?? {}) ?? refuseValues(options.values ?? {});
  if (refused) {
    await table.rows.return();
    return refused;
  }
  return { table, head, ...planReading(table, head.slice(0, MAX_PREVIEWED), options, nowMs) };
}

async function openFile(
  bucket: Bucket,
  organizationId: string,
  id: string,
  format: TextFormat,
): Promise<OpenTable | Refusal> {
  const head = await bucket.head(organizationId, uploadKey(id));
  if (head && head.sizeBytes > MAX_BYTES) {
    return fileUnfit(
      `The file has ${head.sizeBytes} bytes, but at most ${MAX_BYTES} can be read. Upload it in parts.`,
      { sizeBytes: head.sizeBytes },
    );
  }
  const stream = head && (await bucket.stream(organizationId, uploadKey(id)));
  if (!stream) {
    return fileMissing(`The file of ${id} has not been uploaded yet. Send it to \`uploadUrl\` with PUT.`, {
      id,
    });
  }
  try {
    return await openTable(stream, format);
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
      : field !== null && !importColumn(field)
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

function refuseValues(values: Readonly<Record<string, string>>): Refusal | undefined {
  for (const field of Object.keys(values)) {
    if (importColumn(field) && field !== 'id' && field !== 'externalId') continue;
    const why = `"${field}" cannot have one value for the whole file. The preview lists the fields in \`fields\`.`;
    return mappingInvalid(`values: ${why}`, { fields: { [`values.${field}`]: why } });
  }
  return undefined;
}
