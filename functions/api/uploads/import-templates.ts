import * as z from 'zod';
import {
  createTemplate,
  deleteTemplate,
  type ImportTemplate,
  importTemplateNotFound,
  listTemplates,
  MAX_TEMPLATES,
  replaceTemplate,
  type TemplateInput,
  templateSettings,
  tooManyTemplates,
} from '../../../lib/operations/uploads/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { instantReply, shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';
import { uploadEndpoint } from './deps.ts';
import { checkReadingSize, readingFields } from './upload-schemas.ts';

const { mapping, values, timeZone, dateOrder, encoding, delimiter } = readingFields;

const templateBody = z
  .object({
    name: shortText(100).meta({ description: 'Name of the template.' }),
    columns: z.array(z.string().max(220)).min(1).max(200).meta({
      description:
        'Names of the columns of the files that it is for; it is offered for files with the same ones.',
    }),
    ...{ mapping, values, timeZone, dateOrder, encoding, delimiter },
  })
  .superRefine(checkReadingSize);

const templateReply = z
  .object({
    id: z.string(),
    name: z.string(),
    columns: z.array(z.string()),
    ...templateSettings.shape,
    version: z.int(),
    createdAt: instantReply,
    updatedAt: instantReply,
  })
  .meta({ id: 'ImportTemplate' });

const example: z.input<typeof templateReply> = {
  id: 'itm_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  name: 'Orders of the till',
  columns: ['Nr', 'Where', 'Worth'],
  mapping: { Nr: 'externalId', Where: 'dropoffAddress', Worth: 'valueCents' },
  values: { pickupStoreLocationId: 'store_01JD8Z6Q4T9V2N5X7C3B1M0K8H' },
  timeZone: null,
  dateOrder: 'day-first',
  encoding: null,
  delimiter: null,
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

const bodyExample = {
  name: example.name,
  columns: example.columns,
  mapping: example.mapping,
  values: example.values,
  dateOrder: 'day-first' as const,
};

function toReply({ value, version }: Stored<ImportTemplate>): z.input<typeof templateReply> {
  const { id, name, columns, createdAt, updatedAt, ...settings } = value;
  return {
    ...{ id, name, columns: [...columns], version, createdAt, updatedAt },
    mapping: { ...settings.mapping },
    values: { ...settings.values },
    timeZone: settings.timeZone,
    dateOrder: settings.dateOrder,
    encoding: settings.encoding,
    delimiter: settings.delimiter,
  };
}

function toInput(body: z.output<typeof templateBody>): TemplateInput {
  return {
    name: body.name,
    columns: body.columns,
    mapping: body.mapping ?? {},
    values: body.values ?? {},
    timeZone: body.timeZone ?? null,
    dateOrder: body.dateOrder ?? null,
    encoding: body.encoding ?? null,
    delimiter: body.delimiter ?? null,
  };
}

const common = { area: 'Uploads', forLimited: 'narrowed' } as const;
const params = z.object({
  id: z.string().min(1).max(64).meta({ description: 'Id of the import template, `itm_...`.' }),
});

/** GET /v1/import-templates */
export const listImportTemplates = uploadEndpoint({
  ...common,
  name: 'listImportTemplates',
  method: 'GET',
  path: '/v1/import-templates',
  summary: 'List the import templates',
  description:
    'Named ways of reading files, oldest first. A limited caller sees those of callers within its limits.',
  permission: 'READ_UPLOAD',
  reply: z.object({ results: z.array(templateReply), totalCount: z.int() }),
  replyExample: { results: [example], totalCount: 1 },
  refusals: [],
  async handle({ ctx }) {
    const templates = await listTemplates(ctx, ctx.caller);
    return { results: templates.map(toReply), totalCount: templates.length };
  },
});

/** POST /v1/import-templates */
export const createImportTemplate = uploadEndpoint({
  ...common,
  name: 'createImportTemplate',
  method: 'POST',
  path: '/v1/import-templates',
  summary: 'Create an import template',
  description:
    'Saves how files with certain columns are read: mapping, values for the whole file, time zone and order of dates. A ' +
    `preview offers it for files with the same columns. An organization has at most ${MAX_TEMPLATES}.`,
  permission: 'WRITE_UPLOAD',
  body: templateBody,
  bodyExample,
  reply: templateReply,
  replyExample: example,
  refusals: [tooManyTemplates],
  async handle({ input: { body }, ctx }) {
    const made = await createTemplate(ctx, ctx.caller, toInput(body));
    return isRefusal(made) ? made : toReply(made);
  },
});

/** PUT /v1/import-templates/{id} */
export const replaceImportTemplate = uploadEndpoint({
  ...common,
  name: 'replaceImportTemplate',
  method: 'PUT',
  path: '/v1/import-templates/{id}',
  summary: 'Replace an import template',
  permission: 'WRITE_UPLOAD',
  takesIfMatch: true,
  params,
  body: templateBody,
  bodyExample,
  reply: templateReply,
  replyExample: { ...example, version: 2 },
  refusals: [importTemplateNotFound, conflict, contentionOver('import template')],
  async handle({ input: { path, body }, ctx }) {
    const stored = await replaceTemplate(ctx, ctx.caller, path.id, toInput(body), ctx.expectedVersion);
    return isRefusal(stored) ? stored : toReply(stored);
  },
});

/** DELETE /v1/import-templates/{id} */
export const deleteImportTemplate = uploadEndpoint({
  ...common,
  name: 'deleteImportTemplate',
  method: 'DELETE',
  path: '/v1/import-templates/{id}',
  summary: 'Delete an import template',
  permission: 'WRITE_UPLOAD',
  takesIfMatch: true,
  params,
  reply: z.object({ id: z.string() }),
  replyExample: { id: example.id },
  refusals: [importTemplateNotFound, contentionOver('import template')],
  async handle({ input: { path }, ctx }) {
    const deleted = await deleteTemplate(ctx, ctx.caller, path.id, ctx.expectedVersion);
    return isRefusal(deleted) ? deleted : { id: path.id };
  },
});
