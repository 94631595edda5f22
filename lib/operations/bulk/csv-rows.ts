import * as z from 'zod';
import { actorSchema } from '../../platform/core/origin.ts';
import type { Bucket } from '../../platform/storage/index.ts';

/** Rows of a portion: one leg works on one portion. */
export const PORTION = 500;

const csvRow = z.object({
  /** Fields of an order in the form in which a caller would send them; null for a row that cannot be read. */
  data: z.record(z.string(), z.unknown()).nullable(),
  /** What is wrong with its cells. */
  message: z.string().nullable(),
  /** Index of the row whose order has its item too; absent for a row with an order of its own. */
  mergedInto: z.int().min(0).nullish(),
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
  /** The file and how it was read, so that its flawed rows can be returned as they came. */
  uploadId: z.string().optional(),
  encoding: z.string().optional(),
  delimiter: z.string().optional(),
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
