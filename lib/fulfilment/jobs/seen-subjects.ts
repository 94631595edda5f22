import { maySeeOrder, orderEntity } from '../../ordering/orders/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { jobEntity } from './job.ts';
import { maySeeRow } from './may-see-job.ts';

/** What a message, a flag or another row is about. */
export interface Subject {
  readonly jobId: string | null;
  readonly orderId: string | null;
  /** Stores of the job or order. */
  readonly storeLocationIds: readonly string[];
}

/** Who reads rows about jobs and orders. */
export interface SubjectReader {
  readonly organizationId: string;
  /** Store locations to which the caller is limited; null = no limit. */
  readonly storeLocationIds: readonly string[] | null;
  /** Routes to which the caller is limited by its driver groups; null or absent = no limit. */
  readonly routeIds?: readonly string[] | null | undefined;
}

/**
 * Whether the reader may see each of these rows: the row must touch one of the reader's stores, and the reader must be
 * able to see its job or order now, by the rules of their own endpoints. Only callers who are limited to driver groups
 * cost reads: 1 call for 100 jobs and 1 for 100 orders.
 */
export async function seenSubjects<Row extends Subject>(
  table: Table,
  reader: SubjectReader,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  const { storeLocationIds: stores, routeIds, organizationId } = reader;
  const near = rows.filter(
    (row) => stores === null || row.storeLocationIds.some((id) => stores.includes(id)),
  );
  if (routeIds === null || routeIds === undefined) return near;
  const keys = (ids: readonly (string | null)[]) =>
    [...new Set(ids.filter((id) => id !== null))].map((id) => ({ organizationId, id }));
  const [jobs, orders] = await Promise.all([
    table.getMany(jobEntity, keys(near.map(({ jobId }) => jobId))),
    table.getMany(orderEntity, keys(near.map(({ orderId }) => orderId))),
  ]);
  const seen = new Set([
    ...jobs.flatMap((job) =>
      job && maySeeRow(reader, { ...job.value.summary, routeId: job.value.routeId }) ? [job.value.id] : [],
    ),
    ...orders.flatMap((order) => (order && maySeeOrder(reader, order.value) ? [order.value.id] : [])),
  ]);
  return near.filter(({ jobId, orderId }) => seen.has(jobId ?? '') || seen.has(orderId ?? ''));
}
