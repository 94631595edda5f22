import { jobEntity, jobPartition } from '../../fulfilment/jobs/index.ts';
import {
  type Order,
  type OrderEventData,
  orderEntity,
  orderPartition,
  storesOfOrder,
} from '../../ordering/orders/index.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import { type EventRecord, eventEntity } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import {
  type Entity,
  type ListPlace,
  type Partition,
  scanTable,
  type Table,
} from '../../platform/table/index.ts';
import { readCalendar } from './calendar.ts';
import { countDay } from './day-counts.ts';
import { dueOf } from './due-counts.ts';
import { startOf } from './fact.ts';
import { minutesOfNotifications } from './facts-of-notification.ts';
import { newInsightMemory } from './insight-memory.ts';
import { countMinute } from './minute-counts.ts';
import { COUNTED_EVENTS, recordFacts } from './record-facts.ts';

/** Orders and jobs that are listed at a time, and those whose events are read at the same time. */
const PAGE = 500;
const WIDTH = 20;

/** Events that are read at a time. */
const EVENTS = 1_000;

const COUNTED: ReadonlySet<string> = new Set(COUNTED_EVENTS.map(({ name }) => name));

/** What was found and counted. */
export interface CountedPast {
  readonly orders: number;
  readonly jobs: number;
  readonly notifications: number;
  readonly events: number;
  readonly minutes: number;
  readonly days: number;
}

/**
 * Records the facts of the orders and jobs that were created in a time, and those of routes, windows and runs that lie in it,
 * from their events, which are kept for 90 days, and counts the minutes and days that they and notifications are in. No list
 * leads to routes, windows and runs, so the whole table is read. Facts that are known change nothing, so it can be run again, and in parts.
 */
export async function countPast(
  deps: CoreDeps,
  {
    organizationId,
    from,
    to,
  }: { readonly organizationId: string; readonly from: string; readonly to: string },
): Promise<CountedPast> {
  const { value: organization } = await readOrganization(deps, organizationId);
  const minutes = new Set<string>();
  const later = async (messages: readonly EventRecord[]) => {
    for (const message of messages) {
      const due = dueOf(message);
      if (due.what === 'minute') minutes.add(due.minute);
    }
  };
  const recording = { ...deps, later, memory: newInsightMemory() };
  let events = 0;
  const recordAll = async (found: readonly EventRecord[]) => {
    for (const event of found) await recordFacts(recording, event);
    events += found.length;
  };
  const period = { organizationId, shards: organization.listShards, from, to };
  let orders = 0;
  for await (const ids of listed(deps.table, orderEntity, period)) {
    orders += ids.length;
    const stored = await deps.table.getMany(
      orderEntity,
      ids.map((id) => ({ organizationId, id })),
    );
    await mapConcurrently(ids, WIDTH, async (id, index) => {
      const order = stored[index]?.value;
      const found = await countedEventsOf(deps.table, orderPartition({ organizationId, id }));
      await recordAll(found.map((event) => (order ? withPlaces(event, order) : event)));
    });
  }
  let jobs = 0;
  for await (const ids of listed(deps.table, jobEntity, period)) {
    jobs += ids.length;
    await mapConcurrently(ids, WIDTH, async (id) =>
      recordAll(await countedEventsOf(deps.table, jobPartition(organizationId, id))),
    );
  }
  let notifications = 0;
  const ofMessages = { organizationId, listShards: organization.listShards, from, to };
  for await (const found of minutesOfNotifications(deps.table, ofMessages)) {
    notifications += found.length;
    for (const minute of found) minutes.add(minute);
  }
  const entity = eventEntity as unknown as Entity<EventRecord>;
  const ofEvents = { entity, field: 'occurredAt', isReadable: true } as const;
  const place = { ...deps.table.place, clock: deps.clock };
  for await (const page of scanTable(place, [ofEvents], { from, to })) {
    const found = page.map(({ stored }) => stored.value);
    await recordAll(found.filter((event) => event.organizationId === organizationId && isElsewhere(event)));
  }
  const days = await countAll(deps, organizationId, minutes);
  return { orders, jobs, notifications, events, minutes: minutes.size, days };
}

/** Whether an event that counts is in an aggregate of which there is no list by time. */
function isElsewhere({ name, aggregateType }: EventRecord): boolean {
  return COUNTED.has(name) && aggregateType !== 'order' && aggregateType !== 'job';
}

/** Counts minutes, and the closed days that they are in. Returns the number of these days. */
async function countAll(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  minutes: ReadonlySet<string>,
): Promise<number> {
  const untilMs = deps.clock.now();
  await mapConcurrently([...minutes], WIDTH, (minute) =>
    countMinute(deps, { organizationId, minute }, untilMs),
  );
  const { timeZone, closedThrough } = await readCalendar(deps, organizationId);
  const dates = new Set([...minutes].map((minute) => dateIn(startOf(minute), timeZone)));
  const closed = [...dates].filter((date) => date <= closedThrough).sort();
  for (const date of closed) await countDay(deps, { organizationId, date, timeZone });
  return closed.length;
}

/** Ids of what was created in a time, page by page. */
async function* listed(
  table: Table,
  entity: typeof orderEntity | typeof jobEntity,
  period: {
    readonly organizationId: string;
    readonly shards: number;
    readonly from: string;
    readonly to: string;
  },
): AsyncGenerator<readonly string[], void> {
  let after: ListPlace | undefined;
  do {
    const page = await table.list(entity as typeof orderEntity, {
      ...period,
      direction: 'ASC',
      limit: PAGE,
      ...(after ? { after } : {}),
    });
    yield page.map(({ id }) => id);
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after);
}

/** The events of an aggregate that count, as far as they are kept. */
async function countedEventsOf(table: Table, partition: Partition): Promise<readonly EventRecord[]> {
  const counted: EventRecord[] = [];
  let after: EventRecord | undefined;
  do {
    const page = await table.readLog(eventEntity, partition, { limit: EVENTS, ...(after ? { after } : {}) });
    counted.push(...page.map(({ value }) => value).filter(({ name }) => COUNTED.has(name)));
    after = page.length < EVENTS ? undefined : page.at(-1)?.value;
  } while (after);
  return counted;
}

/** The event with the stores and tags of its order: events of earlier versions do not name them. */
function withPlaces(event: EventRecord, order: Order): EventRecord {
  const data = event.data as OrderEventData;
  return { ...event, data: { storeLocationIds: storesOfOrder(order), tags: order.tags ?? [], ...data } };
}
