import * as z from 'zod';
import { createOrder, type OrderCaller, orderInput, upsertOrder } from '../../ordering/orders/index.ts';
import type { Activity } from '../../platform/activities/index.ts';
import { actorSchema } from '../../platform/core/origin.ts';
import { repeatableIds } from '../../platform/core/repeatable-ids.ts';
import type { Bucket } from '../../platform/storage/index.ts';
import { type RowResult, resultOf } from './act-on-order.ts';
import type { BulkDeps } from './bulk-deps.ts';

/** Rows of a portion: one leg works on one portion. */
export const PORTION = 500;

const csvRow = z.object({
  /** Fields of an order in the form in which a caller would send them; null for a row that cannot be read. */
  data: z.record(z.string(), z.unknown()).nullable(),
  /** What is wrong with its cells. */
  message: z.string().nullable(),
});

/** A row of an uploaded table. */
export type CsvRow = z.infer<typeof csvRow>;

/** What is needed to continue the import of an uploaded table once its portions are in the bucket. */
export const portionsRequest = z.object({
  portionsKey: z.string(),
  total: z.int(),
  /**
   * Digest of the content; together with `firstAt` it determines the ids of orders, which are the same in every import
   * of the content.
   */
  digest: z.string(),
  firstAt: z.string(),
  actor: actorSchema,
});

/** Stores a portion of rows in the bucket. */
export async function storePortion(
  bucket: Bucket,
  organizationId: string,
  { key, index }: { readonly key: string; readonly index: number },
  rows: readonly CsvRow[],
): Promise<void> {
  const content = Buffer.from(JSON.stringify(rows));
  await bucket.put(organizationId, portionKey(key, index), content, 'application/json');
}

/** The rows of the portion that contains a row. */
export async function readPortion(
  bucket: Bucket,
  organizationId: string,
  key: string,
  row: number,
): Promise<readonly CsvRow[]> {
  const content = await bucket.get(organizationId, portionKey(key, Math.floor(row / PORTION)));
  if (!content) throw new Error(`A portion of ${key} is missing.`);
  return z.array(csvRow).parse(JSON.parse(Buffer.from(content).toString('utf8')));
}

function portionKey(key: string, index: number): string {
  return `${key}-${String(index).padStart(4, '0')}.json`;
}

/** Creates or changes the order of a row: by its external id if it has one, otherwise by its place in the content. */
export async function importRow(
  deps: BulkDeps,
  row: {
    readonly activity: Activity;
    readonly index: number;
    readonly row: CsvRow | undefined;
    readonly digest: string;
    readonly firstAt: string;
  },
  caller: OrderCaller,
): Promise<RowResult> {
  const data = row.row?.data;
  if (!data) return { outcome: 'failed', orderId: null, message: row.row?.message ?? 'The row is gone.' };
  const seed = [row.activity.organizationId, row.digest, String(row.index)];
  const id = repeatableIds(seed, Date.parse(row.firstAt)).next('ord');
  const fields = orderInput.parse(data);
  const { externalId } = fields;
  const creationSource = 'csv_upload';
  const done = externalId
    ? await upsertOrder(deps, caller, { externalId, fields, id, creationSource })
    : await createOrder(deps, caller, { fields, id, creationSource });
  return resultOf(done, null);
}
