import * as z from 'zod';
import {
  createUpload as create,
  DATE_ORDERS,
  DELIMITERS,
  datesAmbiguous,
  ENCODINGS,
  FILE_TYPES,
  fileMissing,
  fileUnfit,
  IMPORT_COLUMNS,
  importUpload as importFile,
  importRunning,
  importTemplateNotFound,
  MAX_BYTES,
  MAX_PREVIEWED,
  MAX_UPLOADED_ROWS,
  mappingInvalid,
  previewUpload as preview,
  RESULT_ROWS,
  readUpload,
  readUploadResult,
  uploadKey,
  uploadKind,
  uploadNotFound,
} from '../../../lib/operations/uploads/index.ts';
import { activityNotFound } from '../../../lib/platform/activities/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { activityExample, activityReply, activityReplyOr } from '../activities/activity-reply.ts';
import { csvReply, uploadEndpoint } from './deps.ts';
import {
  checkReadingSize,
  readingFields,
  toUpload,
  uploadExample,
  uploadPath,
  uploadReply,
} from './upload-schemas.ts';

/** POST /v1/uploads */
export const createUpload = uploadEndpoint({
  name: 'createUpload',
  method: 'POST',
  path: '/v1/uploads',
  area: 'Uploads',
  summary: 'Create an upload',
  description:
    'Returns a link. Send the file to it with PUT, unchanged and without further headers, within 15 minutes. Then ' +
    `preview it and import it. The file is CSV or Excel (.xlsx, its first sheet) and has at most ${MAX_UPLOADED_ROWS} rows ` +
    `and ${MAX_BYTES / 1024 / 1024} MiB, an Excel file 12 MiB; its first row has the names of the columns.`,
  permission: 'WRITE_UPLOAD',
  forLimited: 'narrowed',
  body: z.object({
    kind: uploadKind.meta({ description: 'Kind of its rows.' }),
    fileName: shortText(255).meta({ description: 'Name of the file, for recognition.' }),
  }),
  bodyExample: { kind: 'orders', fileName: 'monday.csv' },
  reply: uploadReply.extend({
    uploadUrl: z.string().meta({ description: 'Link for the file.' }),
    expiresAt: instantReply.meta({ description: 'Expiry of the link.' }),
  }),
  replyExample: {
    ...uploadExample,
    uploadUrl:
      'https://bucket.example/org_01JD/uploads/upl_01JD8Z6Q4T9V2N5X7C3B1M0K8H.csv?X-Amz-Signature=...',
    expiresAt: '2026-03-05T01:26:51.000Z',
  },
  refusals: [],
  async handle({ input: { body }, ctx }) {
    const upload = await create(ctx, ctx.caller, body);
    const { url, expiresAt } = ctx.bucket.openLink(ctx.organizationId, uploadKey(upload.id));
    return { ...toUpload(upload), uploadUrl: url, expiresAt };
  },
});

/** GET /v1/uploads/{id} */
export const getUpload = uploadEndpoint({
  name: 'getUpload',
  method: 'GET',
  path: '/v1/uploads/{id}',
  area: 'Uploads',
  summary: 'Get an upload',
  permission: 'READ_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  reply: uploadReply,
  replyExample: uploadExample,
  refusals: [uploadNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readUpload(ctx, ctx.caller, path.id);
    return isRefusal(found) ? found : toUpload(found.value);
  },
});

const remark = z.object({
  row: z.int().meta({ description: 'Number of the row; 1 is the one below the names of the columns.' }),
  column: z.string(),
  field: z.string(),
  value: z.string(),
  message: z.string(),
});

/** POST /v1/uploads/{id}/preview */
export const previewUpload = uploadEndpoint({
  name: 'previewUpload',
  method: 'POST',
  path: '/v1/uploads/{id}/preview',
  area: 'Uploads',
  summary: 'Preview an upload',
  description: [
    `Reads the first ${MAX_PREVIEWED} rows, fewer of long ones, as an import would and changes nothing. Encoding, separator and mapping are ` +
      'detected and can be corrected; files of known programs are recognized by their columns. Address columns are ' +
      'joined, a point can be in one cell, and a window in one, two or three. `errors` names each cell that keeps its row ' +
      'from being imported, `problems` what a person will have to correct in its order. Addresses are not looked up yet.',
    'Rows of one order number that follow each other are its items. A row whose `id` is the id of an order changes that ' +
      'order, and an empty cell empties its field.',
  ].join('\n\n'),
  permission: 'READ_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  body: z.object(readingFields).superRefine(checkReadingSize),
  bodyExample: { delimiter: ';' },
  reply: z.object({
    fileType: z.enum(FILE_TYPES),
    format: z.string().nullable().meta({ description: 'Program that wrote the file, if it is a known one.' }),
    templates: z.array(z.object({ id: z.string(), name: z.string() })).meta({
      description: 'Import templates that were saved for the same columns.',
    }),
    encoding: z.enum(ENCODINGS),
    delimiter: z.enum(DELIMITERS),
    columns: z.array(z.string()),
    values: z.record(z.string(), z.string()).meta({ description: 'Values for the whole file.' }),
    mapping: z.record(z.string(), z.string().nullable()),
    dateOrder: z.enum(DATE_ORDERS).nullable(),
    ambiguousDates: z.array(z.string()).meta({
      description: 'Columns whose dates can be read in two ways: the import needs `dateOrder` then.',
    }),
    fields: z
      .array(z.object({ field: z.string(), label: z.string() }))
      .meta({ description: 'What columns can fill; also `orderMetadata.` and a name.' }),
    missing: z.array(z.string()).meta({
      description:
        'Fields that neither a column nor a value for the whole file fills although a new order needs them.',
    }),
    rows: z.array(z.array(z.string())),
    hasMore: z.boolean().meta({ description: 'Whether the file has more rows than are shown.' }),
    errors: z.array(remark),
    problems: z.array(remark),
    warnings: z.array(remark).meta({ description: 'What is probably not meant, but can be imported.' }),
    confirmations: z
      .array(remark)
      .meta({ description: 'Values above 1,000, which are imported only with `confirmHighValues`.' }),
    counts: z.object({ rows: z.int(), good: z.int(), needingAttention: z.int(), unreadable: z.int() }).meta({
      description: 'How the rows that are shown will end, as far as is known before addresses are looked up.',
    }),
  }),
  replyExample: {
    fileType: 'csv',
    format: null,
    templates: [],
    values: {},
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['Order', 'Address', 'Value'],
    mapping: { Order: 'externalId', Address: 'dropoffAddress', Value: 'valueCents' },
    dateOrder: null,
    ambiguousDates: [],
    fields: [{ field: 'externalId', label: 'External id' }],
    missing: [
      'dropoffFirstName',
      'dropoffPhoneNumber',
      'pickupFirstName',
      'pickupPhoneNumber',
      'pickupAddress',
    ],
    rows: [['order-1001', '900 Valencia Street, San Francisco', 'twelve']],
    hasMore: false,
    errors: [
      {
        row: 1,
        column: 'Value',
        field: 'valueCents',
        value: 'twelve',
        message: 'is not an amount, such as 25.90.',
      },
    ],
    problems: [],
    warnings: [],
    confirmations: [],
    counts: { rows: 1, good: 0, needingAttention: 0, unreadable: 1 },
  },
  refusals: [uploadNotFound, fileMissing, fileUnfit, mappingInvalid, importTemplateNotFound],
  async handle({ input: { path, body }, ctx }) {
    const { timeZone } = await preferencesOf(ctx);
    const seen = await preview(ctx, ctx.caller, path.id, body, timeZone);
    if (isRefusal(seen)) return seen;
    return {
      ...seen,
      columns: [...seen.columns],
      ambiguousDates: [...seen.ambiguousDates],
      values: { ...seen.values },
      mapping: { ...seen.mapping },
      fields: IMPORT_COLUMNS.map(({ field, label }) => ({ field, label })),
      missing: [...seen.missing],
      rows: seen.rows.map((cells) => [...cells]),
      errors: [...seen.errors],
      problems: [...seen.problems],
      warnings: [...seen.warnings],
      confirmations: [...seen.confirmations],
    };
  },
});

/** POST /v1/uploads/{id}/import */
export const importUpload = uploadEndpoint({
  name: 'importUpload',
  method: 'POST',
  path: '/v1/uploads/{id}/import',
  area: 'Uploads',
  summary: 'Import an upload',
  description: [
    'Starts an activity that creates an order for each row, or changes the order with its external id. Read it with ' +
      '`GET /v1/activities/{id}`: `progress` has `{total, handled, done, needsAttention, skipped, failed}`. An invalid row ' +
      'does not block the others. The activity is `SUCCESS` only when no row needs a person; otherwise it is `FAILED`, and ' +
      'the result has the flawed rows, to be corrected and uploaded again. A file that is no table, or has too many rows, ' +
      'fails as a whole before anything is written.',
    'If the same file is imported again in the same way, its rows are skipped, and `result.importedBefore` names ' +
      'the activity that imported it. Starting an import again returns its activity. The caller also needs `WRITE_ORDER`.',
  ].join('\n\n'),
  permission: 'WRITE_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  body: z
    .object({
      ...readingFields,
      confirmHighValues: z.boolean().default(false).meta({
        description:
          'Whether rows with a value above 1,000 are imported as well. Above 100,000 they always fail.',
      }),
    })
    .superRefine(checkReadingSize),
  bodyExample: { mapping: { Order: 'externalId', Address: 'dropoffAddress' } },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_process_csv_upload', status: 'QUEUED', progress: null },
  refusals: [
    uploadNotFound,
    activityNotFound,
    fileMissing,
    fileUnfit,
    mappingInvalid,
    datesAmbiguous,
    importTemplateNotFound,
    contentionOver('upload'),
  ],
  async handle({ input: { path, body }, ctx }) {
    if (!ctx.caller.permissions.includes('WRITE_ORDER')) {
      return forbidden(
        'Importing orders requires the permission WRITE_ORDER, which this caller does not have.',
        {
          permission: 'WRITE_ORDER',
        },
      );
    }
    const { timeZone } = await preferencesOf(ctx);
    return activityReplyOr(await importFile(ctx, ctx.caller, path.id, body, timeZone));
  },
});

/** GET /v1/uploads/{id}/result */
export const getUploadResult = uploadEndpoint({
  name: 'getUploadResult',
  method: 'GET',
  path: '/v1/uploads/{id}/result',
  area: 'Uploads',
  summary: 'Download the result of an import',
  description:
    'A CSV file with a row for each imported row: `row`, `outcome`, `order_id` and `message`. With `rows=flawed` it has the ' +
    'rows that failed or whose order needs attention, in their own columns and with what is wrong: correct them there and ' +
    'upload the file again. Such a file has at most 5,000 rows; `fromRow` continues.',
  permission: 'READ_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  query: z.object({
    rows: z.enum(RESULT_ROWS).default('all').meta({ description: 'Rows in the file.' }),
    fromRow: z.coerce.number().int().min(1).max(MAX_UPLOADED_ROWS).default(1).meta({
      description: 'Number of the first row of the uploaded file that may be in it.',
    }),
  }),
  contentType: 'text/csv',
  reply: z.string(),
  replyExample: 'row,outcome,order_id,message\n1,done,ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H,\n',
  refusals: [uploadNotFound, activityNotFound, importRunning, fileMissing],
  async handle({ input: { path, query }, ctx, request }) {
    const { rows, fromRow } = query;
    const text = await readUploadResult(ctx, ctx.caller, path.id, { rows, fromRow });
    return isRefusal(text)
      ? text
      : csvReply(request, `${rows === 'all' ? 'result' : 'flawed'}-${path.id}.csv`, text);
  },
});
