import { digest } from '../../lib/platform/core/ids.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import type { Operation } from '../../lib/platform/table/index.ts';
import {
  type ChannelAdapter,
  denyContact,
  notificationDue,
  notify,
  sendNotification,
} from '../../lib/reactions/notifications/index.ts';
import { anyJob, anyLocation } from './builders/any-job.ts';
import { eventOfItem } from './event-of-item.ts';
import { must, type NotificationsAtWork, startNotifications } from './notifications-at-work.ts';

/** What came of a storm of events. */
export interface Storm {
  readonly events: number;
  readonly crashes: number;
  /** How often a channel received each message, by message id. */
  readonly handed: ReadonlyMap<string, number>;
  /** Messages that a channel received for a contact that was on the deny list at that moment. */
  readonly toDenied: number;
  /** Messages in the table by their status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Messages that should exist and do not, and the other way round. */
  readonly missing: number;
  readonly unexpected: number;
}

/** Numbers from 0 to 1 that follow from a seed. */
function dice(seed: string): () => number {
  let count = 0;
  return () => {
    count += 1;
    return Number.parseInt(digest(seed, String(count)).slice(0, 8), 36) / 36 ** 8;
  };
}

const STATUSES = ['pickup_complete', 'dropoff_enroute', 'dropoff_complete'] as const;

/**
 * Sends events to the notifications: each one to three times, out of order, some at the same time; invocations die
 * before a write, after it, and after a channel received a message. What died is tried again, as queues do. Every tenth
 * customer is on the deny list, and some are added to it meanwhile.
 */
export async function storm(seed: string, count: number): Promise<Storm> {
  const work = await startNotifications();
  try {
    return await play(work, seed, count);
  } finally {
    await work.stop();
  }
}

async function play(work: NotificationsAtWork, seed: string, count: number): Promise<Storm> {
  const { db, organizationId } = work;
  const roll = dice(seed);
  const to = await work.destination({ recipients: ['{{customer.phone_number}}'] });
  for (const status of STATUSES) {
    await work.trigger({ notificationGroupIds: [to], parameters: { deliveryStatus: status }, name: status });
  }
  const denied = new Set<string>();
  const deny = async (value: string) => {
    denied.add(value);
    must(await denyContact(db.deps, work.caller, { type: 'phone', value }));
  };
  let crashes = 0;
  const crash = (chance: number) => {
    if (roll() >= chance) return;
    crashes += 1;
    throw new Error('The invocation died.');
  };
  const { table } = db.deps;
  const due: EventRecord[] = [];
  const dying = new Proxy(table, {
    get(target, name) {
      if (name !== 'write') {
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (operations: Parameters<typeof table.write>[0]) => {
        crash(0.01);
        const outcome = await target.write(operations);
        // What was written is on the stream, whatever happened to the invocation.
        if (outcome.ok) due.push(...dueIn(operations));
        crash(0.01);
        return outcome;
      };
    },
  });
  const deps = { ...db.deps, table: dying };
  /** Like a queue: what failed is delivered again when nothing else is under way and every lease has expired. */
  const untilDone = async (work: readonly (() => Promise<void>)[]) => {
    let left = work;
    for (let round = 0; left.length > 0; round += 1) {
      if (round === 30) throw new Error('An event was given up.');
      const ends = await Promise.allSettled(left.map((run) => run()));
      left = left.filter((_, index) => ends[index]?.status === 'rejected');
      if (left.length > 0) db.deps.clock.advance(61_000);
    }
  };
  const handed = new Map<string, number>();
  let toDenied = 0;
  const channel: ChannelAdapter = {
    channel: 'sms',
    async send({ id, recipient }) {
      if (denied.has(recipient)) toDenied += 1;
      handed.set(id, (handed.get(id) ?? 0) + 1);
      return { outcome: 'sent', receipt: `r-${id}` };
    },
  };

  const expected = new Set<string>();
  const batch = 50;
  for (let from = 0; from < count; from += batch * STATUSES.length) {
    const orders = Math.min(batch, Math.ceil((count - from) / STATUSES.length));
    const events = [];
    for (let index = 0; index < orders; index += 1) {
      const phoneNumber = `+1415${String(from + index).padStart(7, '0')}`;
      if (index % 10 === 0) await deny(phoneNumber);
      const dropoffLocation = anyLocation({ phoneNumber, firstName: 'Ada' });
      const id = db.deps.ids.next('job');
      const made = anyJob({ organizationId, id, package: { dropoffLocation } });
      await table.write(made.operations);
      const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
      for (const [position, status] of STATUSES.entries()) {
        const data = { jobId, taskId, deliveryId, status, historyLength: position + 1 };
        const event = work.event(`delivery.${status}`, data, { id: `evt_${digest(jobId, status)}` });
        expected.add(`${jobId} ${status}`);
        for (let copies = 1 + Math.floor(roll() * 3); copies > 0; copies -= 1) {
          events.push({ event, at: roll() });
        }
      }
    }
    const order = events.toSorted((a, b) => a.at - b.at).map(({ event }) => event);
    for (let index = 0; index < order.length; index += 4) {
      await untilDone(order.slice(index, index + 4).map((event) => () => notify(deps, event)));
    }
    const late = `+1415${String(from + 1).padStart(7, '0')}`;
    await deny(late);
    await untilDone(
      due.splice(0).flatMap((event) => {
        const { data } = notificationDue.sms.parse(event);
        const send = async () => {
          await sendNotification({ ...deps, channel }, { organizationId, ...data });
        };
        return roll() < 0.3 ? [send, send] : [send];
      }),
    );
  }
  const items = await db.items();
  const rows = items.filter(({ type }) => type === 'notification').map(({ data }) => data);
  const statuses: Record<string, number> = {};
  const found = new Set<string>();
  const triggerNames = new Map(
    items
      .filter(({ type }) => type === 'notificationTrigger')
      .map(({ data }) => [String(data.id), String(data.name)]),
  );
  for (const row of rows) {
    statuses[String(row.status)] = (statuses[String(row.status)] ?? 0) + 1;
    found.add(`${row.jobId} ${triggerNames.get(String(row.triggerId))}`);
  }
  return {
    events: expected.size,
    crashes,
    handed,
    toDenied,
    statuses,
    missing: [...expected].filter((one) => !found.has(one)).length,
    unexpected: rows.length - expected.size,
  };
}

/** Those of the written events that make a channel send. */
function dueIn(operations: readonly Operation[]): readonly EventRecord[] {
  return operations
    .flatMap((operation) => (operation.kind === 'put' ? (eventOfItem(operation.item) ?? []) : []))
    .filter(({ name }) => name === notificationDue.sms.name);
}
