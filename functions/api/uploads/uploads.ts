import * as z from 'zod';
import {
  createUpload as create,
  DELIMITERS,
  ENCODINGS,
  fileMissing,
  fileUnfit,
  importUpload as importFile,
  importRunning,
  MAX_BYTES,
  MAX_PREVIEWED,
  MAX_UPLOADED_ROWS,
  mappingInvalid,
  ORDER_COLUMNS,
  previewUpload as preview,
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
import { readingFields, toUpload, uploadExample, uploadPath, uploadReply } from './upload-schemas.ts';

/** POST /v1/uploads */
export const createUpload = uploadEndpoint({
  name: 'createUpload',
  method: 'POST',
  path: '/v1/uploads',
  area: 'Uploads',
  summary: 'Create an upload',
  description:
    'Returns a link. Send the file to it with PUT, unchanged and without further headers, within 15 minutes. Then ' +
    `preview it and import it. A CSV file has at most ${MAX_UPLOADED_ROWS} rows and ${MAX_BYTES / 1024 / 1024} MiB; its ` +
    'first row has the names of the columns.',
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
  description:
    `Reads the first ${MAX_PREVIEWED} rows as an import would and changes nothing. Encoding, separator and mapping ` +
    'are detected and can be corrected. `errors` names each cell that keeps its row from being imported. Times without a ' +
    'zone are in the time zone of the organization.',
  permission: 'READ_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  body: z.object(readingFields),
  bodyExample: { delimiter: ';' },
  reply: z.object({
    encoding: z.enum(ENCODINGS),
    delimiter: z.enum(DELIMITERS),
    columns: z.array(z.string()),
    mapping: z.record(z.string(), z.string().nullable()),
    fields: z
      .array(z.object({ field: z.string(), label: z.string() }))
      .meta({ description: 'Fields that columns can fill; also `orderMetadata.` and a name.' }),
    missing: z.array(z.string()).meta({
      description:
        'Fields that no column fills although a new order needs them: it needs attention without them.',
    }),
    rows: z.array(z.array(z.string())),
    hasMore: z.boolean().meta({ description: 'Whether the file has more rows than are shown.' }),
    errors: z.array(remark),
    confirmations: z
      .array(remark)
      .meta({ description: 'Values above 1,000, which are imported only with `confirmHighValues`.' }),
  }),
  replyExample: {
    encoding: 'utf-8',
    delimiter: ';',
    columns: ['Order', 'Address', 'Value'],
    mapping: { Order: 'externalId', Address: 'dropoffAddress', Value: 'valueCents' },
    fields: [{ field: 'externalId', label: 'External id' }],
    missing: [
      'dropoffFirstName',
      'dropoffPhoneNumber',
      'pickupFirstName',
      'pickupPhoneNumber',
      'pickupAddress',
      'deliveryMode',
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
    confirmations: [],
  },
  refusals: [uploadNotFound, fileMissing, fileUnfit, mappingInvalid],
  async handle({ input: { path, body }, ctx }) {
    const { timeZone } = await preferencesOf(ctx);
    const seen = await preview(ctx, ctx.caller, path.id, body, timeZone);
    if (isRefusal(seen)) return seen;
    return {
      ...seen,
      columns: [...seen.columns],
      mapping: { ...seen.mapping },
      fields: ORDER_COLUMNS.map(({ field, label }) => ({ field, label })),
      missing: [...seen.missing],
      rows: seen.rows.map((cells) => [...cells]),
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
      '`GET /v1/activities/{id}`: `progress` has `{total, handled, done, skipped, failed}`. An invalid row does not block ' +
      'the others; a file that is no table, or has too many rows, fails as a whole before anything is written.',
    'If the same file is imported again in the same way, its rows are skipped, and `result.importedBefore` names ' +
      'the activity that imported it. Starting an import again returns its activity. The caller also needs `WRITE_ORDER`.',
  ].join('\n\n'),
  permission: 'WRITE_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  body: z.object({
    ...readingFields,
    confirmHighValues: z.boolean().default(false).meta({
      description:
        'Whether rows with a value above 1,000 are imported as well. Above 100,000 they always fail.',
    }),
  }),
  bodyExample: { mapping: { Order: 'externalId', Address: 'dropoffAddress' } },
  reply: activityReply,
  replyExample: { ...activityExample, action: 'act_process_csv_upload', status: 'QUEUED', progress: null },
  refusals: [
    uploadNotFound,
    activityNotFound,
    fileMissing,
    fileUnfit,
    mappingInvalid,
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
    return activityReplyOr(await importFile(ctx, ctx.caller, path.id, { ...body, timeZone }));
  },
});

/** GET /v1/uploads/{id}/result */
export const getUploadResult = uploadEndpoint({
  name: 'getUploadResult',
  method: 'GET',
  path: '/v1/uploads/{id}/result',
  area: 'Uploads',
  summary: 'Download the result of an import',
  description: 'A CSV file with a row for each imported row: `row`, `outcome`, `order_id` and `message`.',
  permission: 'READ_UPLOAD',
  forLimited: 'narrowed',
  params: uploadPath,
  contentType: 'text/csv',
  reply: z.string(),
  replyExample: 'row,outcome,order_id,message\n1,done,ord_01JD8Z6Q4T9V2N5X7C3B1M0K8H,\n',
  refusals: [uploadNotFound, activityNotFound, importRunning],
  async handle({ input: { path }, ctx, request }) {
    const text = await readUploadResult(ctx, ctx.caller, path.id);
    return isRefusal(text) ? text : csvReply(request, `result-${path.id}.csv`, text);
  },
});
