import { notAskedGeocoder } from '../../engines/geocoding/index.ts';
import {
  type AssessmentDeps,
  assessOrder,
  maySeeOrder,
  type OrderActor,
  orderInput,
  outOfScope,
  SIDES,
} from '../../ordering/orders/index.ts';
import { likelyCountryCode } from '../../platform/core/countries.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { readPhoneNumber } from '../../platform/core/read-phone-number.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import { type CsvRow, composeSide, type RowFields } from '../bulk/index.ts';
import { missingFields } from './columns/missing-fields.ts';
import { formatOf } from './formats/index.ts';
import { readUpload, type UploadCaller, type UploadDeps } from './manage-uploads.ts';
import { mergeRows } from './merge-rows.ts';
import { MAX_PREVIEWED, openUpload } from './open-upload.ts';
import { type CellError, type ReadRow, readRow } from './rows/read-row.ts';
import { columnsDigest } from './templates/import-template.ts';
import { listTemplates } from './templates/manage-templates.ts';
import { type AskedReading, withTemplate } from './templates/with-template.ts';

/** A cell of a row with a remark. */
export interface RowRemark extends CellError {
  /** Number of the row; 1 is the one below the column names. */
  readonly row: number;
}

/** Rows and remarks of a preview at most: a reply has at most 6 MB. */
const MAX_REPLY_BYTES = 4 * 1024 * 1024;

/** Rows that are checked in parallel. */
const WIDTH = 25;

/** Who previews; rows are checked as that caller's orders. */
type PreviewCaller = UploadCaller & OrderActor;

/** What a preview needs to check rows as orders. Addresses are not looked up: that costs, and is done by the import. */
export type PreviewDeps = Pick<UploadDeps, 'table' | 'bucket'> &
  Omit<AssessmentDeps, 'ids' | 'log' | 'geocoder'>;

/**
 * The first rows of a file as they would be imported, with everything that is known to be wrong: cells that cannot be
 * read, and rules that the order of a row would break.
 */
export async function previewUpload(
  deps: PreviewDeps,
  caller: PreviewCaller,
  id: string,
  asked: AskedReading,
  organizationTimeZone: string,
) {
  const stored = await readUpload(deps, caller, id);
  if (isRefusal(stored)) return stored;
  const options = await withTemplate(deps, caller, asked, organizationTimeZone);
  if (isRefusal(options)) return options;
  const nowMs = deps.clock.now();
  const opened = await openUpload(deps, stored.value, options, nowMs);
  if (isRefusal(opened)) return opened;
  const { table, head, plan, ambiguousDates } = opened;
  await table.rows.return();
  const candidates = head.slice(0, MAX_PREVIEWED);
  const { columns, encoding, delimiter, fileType } = table;
  const all = candidates.map((cells) => readRow(columns, cells, plan, nowMs));
  const merged = mergedRows(all);
  const problems = await mapConcurrently(merged, WIDTH, (row, index) =>
    problemsOf(deps, caller, row, all[index]!.columnOf),
  );
  const errorsOf = ({ errors }: ReadRow, index: number): readonly CellError[] => {
    const { message } = merged[index]!;
    return errors.length > 0 || message === null ? errors : [{ column: '', field: '', value: '', message }];
  };
  const remarked = all.map((row, index) => [
    candidates[index],
    errorsOf(row, index),
    problems[index],
    row.warnings,
  ]);
  const shown = candidates.slice(0, fitting(remarked));
  const read = all.slice(0, shown.length);
  const own = columnsDigest(columns);
  const templates = (await listTemplates(deps, caller)).filter(({ value }) => value.columnsDigest === own);
  const remarks = (pick: (row: ReadRow, index: number) => readonly CellError[]): readonly RowRemark[] =>
    read.flatMap((row, index) => pick(row, index).map((one) => ({ row: index + 1, ...one })));
  return {
    ...{ fileType, encoding, delimiter, columns, ambiguousDates },
    format: formatOf(columns)?.name ?? null,
    templates: templates.map(({ value }) => ({ id: value.id, name: value.name })),
    values: plan.values,
    mapping: plan.mapping,
    dateOrder: plan.dateOrder,
    missing: missingFields(plan.mapping, plan.values),
    rows: shown,
    hasMore: head.length > shown.length,
    errors: remarks(errorsOf),
    problems: remarks((_, index) => problems[index]!),
    warnings: remarks(({ warnings }) => warnings),
    confirmations: remarks(({ confirm }) => (confirm ? [confirm] : [])),
    counts: countsOf(read.map((row, index) => [errorsOf(row, index).length, problems[index]!.length])),
  };
}

/** How many of the rows, with their remarks, fit into a reply. */
function fitting(rows: readonly unknown[]): number {
  let bytes = 0;
  const first = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > MAX_REPLY_BYTES;
  });
  return first < 0 ? rows.length : Math.max(first, 1);
}

/** How rows will end, by the number of their errors and of the problems of their orders. */
function countsOf(rows: readonly (readonly [errors: number, problems: number])[]) {
  const count = (fits: (errors: number, problems: number) => boolean) =>
    rows.filter(([errors, problems]) => fits(errors, problems)).length;
  return {
    rows: rows.length,
    good: count((errors, problems) => errors === 0 && problems === 0),
    needingAttention: count((errors, problems) => errors === 0 && problems > 0),
    unreadable: count((errors) => errors > 0),
  };
}

/** The rows as the import would store them: those of one order together. High values are asked about separately. */
function mergedRows(rows: readonly ReadRow[]): readonly CsvRow[] {
  const merged = mergeRows();
  const finished = rows.flatMap((row, index) => merged.add({ index, row }, true));
  return [...finished, ...merged.end(true)];
}

/** Rules that a row's order would break, as far as no map is needed. A row of an order that exists is not checked. */
async function problemsOf(
  deps: PreviewDeps,
  caller: PreviewCaller,
  { data }: CsvRow,
  columnOf: ReadRow['columnOf'],
): Promise<readonly CellError[]> {
  if (data === null || data.id !== undefined) return [];
  const composed: RowFields = Object.assign({}, data, ...SIDES.map((side) => composeSide(data, side).fields));
  const given = Object.fromEntries(
    Object.entries(orderInput.parse(composed)).filter(([, value]) => value !== null && value !== undefined),
  );
  const { table, clock, stores, zones, products, strategies, windows } = deps;
  const assessed = await assessOrder(
    { ...{ table, clock, stores, zones, products, strategies, windows }, geocoder: notAskedGeocoder },
    given,
    caller.organizationId,
  );
  if (!maySeeOrder(caller, assessed)) {
    return [{ column: '', field: '', value: '', message: outOfScope(caller).message }];
  }
  const places = SIDES.map((side) => assessed[`${side}AddressCountry`] ?? data[`${side}AddressCountry`]);
  return Object.entries(assessed.validationErrors).flatMap(([field, message]) => {
    const value = String(data[field] ?? '');
    if (field.endsWith('PhoneNumber') && mayBePhone(value, places)) return [];
    return [{ column: columnOf.get(field) ?? field, field, value, message }];
  });
}

/** Whether a text is a number of one of these countries, or could be one of a country that only the map will tell. */
function mayBePhone(text: string, countries: readonly unknown[]): boolean {
  const known = countries.flatMap((country) => (typeof country === 'string' ? [countryCode(country)] : []));
  if (known.length === 0) return /^[\d\s().+/-]{7,25}$/.test(text);
  return known.some((country) => readPhoneNumber(text, country) !== undefined);
}

function countryCode(country: string): string {
  return likelyCountryCode(country) ?? country;
}
