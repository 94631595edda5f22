import * as z from 'zod';
import {
  DATE_ORDERS,
  DELIMITERS,
  ENCODINGS,
  type Upload,
  uploadKind,
} from '../../../lib/operations/uploads/index.ts';
import { isTimeZone } from '../../../lib/platform/core/zoned-time.ts';
import { instantReply, optional } from '../../../lib/platform/http/index.ts';

export const uploadPath = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the upload, `upl_...`.' }),
});

/** Whether a record has no more names than this. */
const atMost = (most: number) => (value: object) => Object.keys(value).length <= most;

/** Columns that a table can have. */
const MAX_COLUMNS = 200;

/** Fields that can have a value for the whole file. */
const MAX_VALUES = 50;

/** Mapping and values together: they are stored beside other things in one item. Bytes. */
const MAX_READING_BYTES = 120_000;

/** Refuses settings that do not fit into an item. */
export function checkReadingSize(
  { mapping, values, columns }: { mapping?: unknown; values?: unknown; columns?: unknown },
  context: z.core.$RefinementCtx,
): void {
  const bytes = Buffer.byteLength(JSON.stringify([mapping, values, columns]));
  if (bytes <= MAX_READING_BYTES) return;
  const message = `has ${bytes} bytes with the other settings; ${MAX_READING_BYTES} are kept. Leave columns out that fill nothing`;
  context.addIssue({ code: 'custom', path: ['mapping'], input: mapping, message });
}

const tooManyColumns = `has more than ${MAX_COLUMNS} columns`;
const mappingRecord = z.record(z.string().max(220), z.string().max(120).nullable());
export const mappingSchema = mappingRecord.refine(atMost(MAX_COLUMNS), tooManyColumns).meta({
  description: 'Field that each named column fills; `null` = none. Default: guessed from the column names.',
});

/** How a file is read. Fields that are not given are detected. */
export const readingFields = {
  mapping: optional(mappingSchema),
  values: optional(
    z
      .record(z.string().max(120), z.string().max(1_000))
      .refine(atMost(MAX_VALUES), `has more than ${MAX_VALUES} fields`),
  ).meta({
    description:
      'Values for the whole file, as texts like those of cells, by field: for rows whose column is missing or empty.',
  }),
  timeZone: optional(
    z.string().refine(isTimeZone, { error: 'is not an IANA time zone, such as Europe/Berlin' }),
  ).meta({
    description: "IANA time zone of times without a zone; default: the organization's.",
  }),
  dateOrder: optional(z.enum(DATE_ORDERS)).meta({
    description: 'How dates such as 03/05/2026 are meant; default: found out from the columns with dates.',
  }),
  templateId: optional(z.string().min(1).max(64)).meta({
    description: 'Import template for what is not sent here, `itm_...`.',
  }),
  encoding: optional(z.enum(ENCODINGS)).meta({ description: 'Encoding of the file; default: detected.' }),
  delimiter: optional(z.enum(DELIMITERS)).meta({
    description: 'Separator of the columns; default: detected.',
  }),
};

/** An upload in replies. */
export const uploadReply = z
  .object({
    id: z.string(),
    kind: uploadKind,
    fileName: z.string(),
    createdAt: instantReply,
    activityId: z
      .string()
      .nullable()
      .meta({ description: 'Activity of its import; null before the import.' }),
  })
  .meta({ id: 'Upload' });

/** The upload in its wire form. */
export function toUpload({ id, kind, fileName, createdAt, activityId }: Upload): z.input<typeof uploadReply> {
  return { id, kind, fileName, createdAt, activityId };
}

export const uploadExample: z.input<typeof uploadReply> = {
  id: 'upl_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  kind: 'orders',
  fileName: 'monday.csv',
  createdAt: '2026-03-05T01:11:51.000Z',
  activityId: null,
};
