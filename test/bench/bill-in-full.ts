import { retiresAfterMs } from '../../lib/operations/retention/index.ts';
import { ORDERS_A_DAY } from './bill-of.ts';
import type { MeasuredOrders } from './measure-orders.ts';
import { PRICES } from './prices.ts';

/** Months of operation after which the bill is shown: the first, one with all events, one with an archive. */
export const MONTHS = Object.freeze([1, 4, 14] as const);

const DAYS_A_MONTH = 30;
const DAY_MS = 86_400_000;
const GIGABYTE = 1e9;

/** Headers, signatures and encryption of an HTTP request or reply. Bytes. */
const BYTES_AROUND_A_BODY = 1_500;

/** The reply to an order, and the status message's short one. Bytes. */
const BYTES_OF_REPLIES = 4_000;

/** A month of an account that nobody uses, with `canary`: alarms, polling of queues, the dashboard. See OPERATIONS. */
const DOLLARS_OF_STANDING = 79;

/** Days that CloudWatch keeps logs. */
const DAYS_OF_LOGS = 30;

/** Size of records in the bucket, of that in the table: they are compressed together. */
const SHARE_IN_BUCKET = 0.5;

/** Bytes of a row in the files of the data lake, and rows of a file. */
const BYTES_OF_LAKE_ROW = 60;
const ROWS_OF_FILE = 20_000;

/** What a fact takes from the table to its file, in seconds of a function with a gigabyte. */
const SECONDS_OF_FACT = 0.0001;

/** A line of the bill, in dollars a day, in each of the months. */
export interface LineInFull {
  readonly line: string;
  readonly dollars: readonly number[];
}

/** What a million orders a day cost beside their work: what is kept of them, and what leaves the region. */
export function billInFull(measured: MeasuredOrders): readonly LineInFull[] {
  const perDay = (value: number) => (value / measured.orders) * ORDERS_A_DAY;
  const always = (dollars: number) => MONTHS.map(() => dollars);
  const gigabytes = MONTHS.map((month) => gigabytesAfter(measured, month * DAYS_A_MONTH));
  const monthly = (perGigabyte: number) => gigabytes.map((stored) => (stored * perGigabyte) / DAYS_A_MONTH);
  const archived = MONTHS.map((month) => archiveAfter(measured, month * DAYS_A_MONTH));
  const sent = measured.webhookBytes + measured.webhooks * BYTES_AROUND_A_BODY;
  const replied = measured.orders * (BYTES_OF_REPLIES + BYTES_AROUND_A_BODY);
  const logged = [...measured.functions.values()].reduce((sum, { usage }) => sum + usage.logBytes, 0);
  return [
    { line: 'table: storage', dollars: monthly(PRICES.tableGigabyteMonth) },
    { line: 'table: point-in-time recovery', dollars: monthly(PRICES.recoveryGigabyteMonth) },
    { line: 'archive: reading, writing and deleting', dollars: archived.map(({ work }) => work) },
    {
      line: 'archive: storage',
      dollars: archived.map((one) => (one.gigabytes * PRICES.bucketGigabyteMonth) / DAYS_A_MONTH),
    },
    { line: 'data lake: reading facts, writing files', dollars: always(lakeWork(measured)) },
    {
      line: 'data lake: storage',
      dollars: MONTHS.map(
        (month) =>
          (gigabytesOfLake(measured, month * DAYS_A_MONTH) * PRICES.bucketGigabyteMonth) / DAYS_A_MONTH,
      ),
    },
    { line: 'data out', dollars: always((perDay(sent + replied) / GIGABYTE) * PRICES.outGigabyte) },
    {
      line: 'logs: storage',
      dollars: always(
        ((perDay(logged) / GIGABYTE) * DAYS_OF_LOGS * PRICES.logStorageGigabyteMonth) / DAYS_A_MONTH,
      ),
    },
    { line: 'alarms, dashboard, polling of queues', dollars: always(DOLLARS_OF_STANDING / DAYS_A_MONTH) },
  ];
}

/** Gigabytes in the table after this many days. What does not expire leaves with its order or job. */
function gigabytesAfter({ stored, orders }: MeasuredOrders, days: number): number {
  const bytes = stored.reduce(
    (sum, { bytes: size, days: life = retiresAfterMs('order') / DAY_MS }) =>
      sum + size * Math.min(life, days),
    0,
  );
  return ((bytes / orders) * ORDERS_A_DAY) / GIGABYTE;
}

/**
 * The archive after this many days. Messages are copied after 28 days and expire by themselves; orders and jobs with all
 * that does not expire are copied and deleted after 400.
 */
function archiveAfter(
  { stored, orders }: MeasuredOrders,
  days: number,
): { readonly work: number; readonly gigabytes: number } {
  const messages = stored.filter(({ type }) => type === 'webhookMessage');
  const lasting = stored.filter((one) => one.days === undefined);
  const parts = [
    { items: messages, after: retiresAfterMs('message') / DAY_MS, deletes: false },
    { items: lasting, after: retiresAfterMs('order') / DAY_MS, deletes: true },
  ].filter(({ after }) => days > after);
  const millions = ORDERS_A_DAY / orders;
  let work = 0;
  let gigabytes = 0;
  for (const { items, after, deletes } of parts) {
    const bytes = millions * items.reduce((sum, one) => sum + one.bytes, 0);
    const count = millions * items.reduce((sum, one) => sum + one.items, 0);
    gigabytes += (SHARE_IN_BUCKET * bytes * (days - after)) / GIGABYTE;
    // Half a unit for the row of the list, one for the item; a deletion takes two, with its row.
    work += count * (1.5 * PRICES.readUnit + (deletes ? 2 * PRICES.writeUnit : 0));
  }
  return { work, gigabytes };
}

function factsADay({ stored, orders }: MeasuredOrders): {
  readonly items: number;
  readonly bytes: number;
} {
  const facts = stored.filter(({ type }) => type === 'insightFact');
  const perDay = ORDERS_A_DAY / orders;
  return {
    items: perDay * facts.reduce((sum, { items }) => sum + items, 0),
    bytes: perDay * facts.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** Each fact is read once more, consistently, and becomes a row. */
function lakeWork(measured: MeasuredOrders): number {
  const { items, bytes } = factsADay(measured);
  return (
    (bytes / 4_096) * PRICES.readUnit +
    items * SECONDS_OF_FACT * PRICES.gigabyteSecond +
    // The last file of each hour and table has fewer rows.
    (items / ROWS_OF_FILE + 24 * 4) * PRICES.bucketPut
  );
}

function gigabytesOfLake(measured: MeasuredOrders, days: number): number {
  return (factsADay(measured).items * BYTES_OF_LAKE_ROW * days) / GIGABYTE;
}
