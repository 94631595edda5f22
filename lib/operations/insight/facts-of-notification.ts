import { organizationEntity } from '../../platform/organization/index.ts';
import type { ListPlace, Table } from '../../platform/table/index.ts';
import { type Notification, notificationsBetween } from '../../reactions/notifications/index.ts';
import { askForMinute, type CountingDeps } from './due-counts.ts';
import { type Fact, type Minute, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

/** The field that counts each status; others are on their way, or were joined into a digest. */
const FIELDS: Readonly<Partial<Record<Notification['status'], string>>> = Object.freeze({
  sent: 'messagesSent',
  delivered: 'messagesDelivered',
  failed: 'messagesFailed',
  suppressed: 'messagesSuppressed',
});

/** Notifications that are read at a time. */
const PAGE = 1_000;

/**
 * What the notifications of a minute count, each in its present status. They are read when they are counted instead of being
 * written as facts: a message is sent within a day as often as an order three times over. 1 call, and 1 for each shard of the
 * list.
 */
export async function* factsOfNotifications(
  table: Table,
  { organizationId, minute }: Minute,
): AsyncGenerator<readonly Fact[], void> {
  const organization = await table.get(organizationEntity, { id: organizationId });
  if (!organization) return;
  const { listShards } = organization.value;
  const period = { organizationId, listShards, from: `${minute}:00.000Z`, to: `${minute}:59.999Z` };
  for await (const rows of pagesBetween(table, period))
    yield rows.flatMap((row) => factOfNotification(organizationId, row) ?? []);
}

/** The minutes of a time in which notifications were created, page by page. */
export async function* minutesOfNotifications(
  table: Table,
  period: Period,
): AsyncGenerator<readonly string[], void> {
  for await (const rows of pagesBetween(table, period))
    yield rows.map(({ createdAt }) => minuteOf(createdAt));
}

/** A time of an organization, from and to instants that both belong to it. */
interface Period {
  readonly organizationId: string;
  readonly listShards: number;
  readonly from: string;
  readonly to: string;
}

/** The notifications that were created in a time, page by page. */
async function* pagesBetween(table: Table, period: Period) {
  let after: ListPlace | undefined;
  do {
    const page = await notificationsBetween(table, { ...period, after, limit: PAGE });
    yield page.rows;
    after = page.next;
  } while (after);
}

function factOfNotification(
  organizationId: string,
  row: Pick<
    Notification,
    'id' | 'status' | 'createdAt' | 'orderId' | 'jobId' | 'storeLocationIds' | 'channel'
  >,
): Fact | undefined {
  const { id, status, createdAt, orderId, jobId, storeLocationIds, channel } = row;
  const field = FIELDS[status];
  if (field === undefined) return undefined;
  const isReached = status === 'sent' || status === 'delivered';
  return {
    ...{ organizationId, id, minute: minuteOf(createdAt), revision: 1 },
    about: { ...(orderId === null ? {} : { orderId }), ...(jobId === null ? {} : { jobId }) },
    places: (placed('store', storeLocationIds) ?? {}) as Fact['places'],
    sums: {
      [field]: 1,
      ...(isReached ? { messagesReached: 1, [`messagesBy_${channel}`]: 1 } : {}),
      ...(status === 'suppressed' ? {} : { messagesTried: 1 }),
    },
  };
}

/** Has a notification counted whose status has changed. */
export function askForNotification(
  deps: CountingDeps,
  { organizationId, createdAt }: Pick<Notification, 'organizationId' | 'createdAt'>,
): Promise<void> {
  return askForMinute(deps, { organizationId, minute: minuteOf(createdAt) });
}
