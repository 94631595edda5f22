import { createHash } from 'node:crypto';
import * as z from 'zod';
import { defineEntity, type Partition } from '../../../platform/table/index.ts';
import { DATE_ORDERS } from '../rows/read-moment.ts';
import { DELIMITERS, ENCODINGS } from '../tables/detect-text.ts';

/** Import templates of one organization at most. */
export const MAX_TEMPLATES = 100;

/** How files with certain columns are read. What is absent is found out from each file. */
export const templateSettings = z.object({
  mapping: z.record(z.string(), z.string().nullable()),
  values: z.record(z.string(), z.string()),
  timeZone: z.string().nullable(),
  dateOrder: z.enum(DATE_ORDERS).nullable(),
  encoding: z.enum(ENCODINGS).nullable(),
  delimiter: z.enum(DELIMITERS).nullable(),
});

const schema = z.object({
  organizationId: z.string(),
  /** `itm_...` */
  id: z.string(),
  name: z.string(),
  /** Digest of the column names of the files that it is for. */
  columnsDigest: z.string(),
  columns: z.array(z.string()),
  ...templateSettings.shape,
  createdAt: z.string(),
  updatedAt: z.string(),
  createdBy: z.string(),
  /** Limits of its creator, which also determine who sees it. */
  storeLocationIds: z.array(z.string()).nullable(),
  driverGroupIds: z.array(z.string()).nullable(),
});

/** A named way of reading files with the same columns. */
export type ImportTemplate = z.infer<typeof schema>;

export function templatesPartition({ organizationId }: Pick<ImportTemplate, 'organizationId'>): Partition {
  return { organizationId, type: 'import-templates', id: 'all' };
}

export const importTemplateEntity = defineEntity<
  ImportTemplate,
  Pick<ImportTemplate, 'organizationId' | 'id'>
>({
  name: 'importTemplate',
  schema,
  partition: templatesPartition,
  sort: ({ id }) => ({ kind: 'log', parts: [id] }),
  audited: { type: 'import_template', id: ({ id }) => id },
});

/** The same for the same column names, whatever their order. */
export function columnsDigest(columns: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(columns.toSorted())).digest('hex').slice(0, 32);
}
