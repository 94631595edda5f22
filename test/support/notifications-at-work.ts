import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../lib/platform/events/index.ts';
import { fireTimer } from '../../lib/platform/timers/index.ts';
import {
  type Channel,
  type ChannelAdapter,
  checkAgain,
  createDestination,
  createTrigger,
  type DestinationFields,
  type Handover,
  listNotifications,
  notificationDue,
  notify,
  type OutgoingMessage,
  positionSettings,
  sendNotification,
  type TriggerFields,
  watchPosition,
} from '../../lib/reactions/notifications/index.ts';
import { startTestTable, type TestTable } from './test-table.ts';

/** The value of an outcome that is not a refusal. */
export function must<Value>(value: Value): Exclude<Value, { kind: unknown }> {
  if (isRefusal(value)) throw new Error(value.message);
  return value as Exclude<Value, { kind: unknown }>;
}

/** An organization whose notifications are created and sent step by step. */
export interface NotificationsAtWork {
  readonly db: TestTable;
  readonly organizationId: string;
  readonly caller: {
    readonly organizationId: string;
    readonly listShards: number;
    readonly keyId: string;
    readonly storeLocationIds: readonly string[] | null;
  };
  readonly context: Parameters<typeof createTrigger>[0];
  destination(channel?: Partial<DestinationFields['channels'][number]>, more?: object): Promise<string>;
  trigger(more?: Partial<TriggerFields>): Promise<string>;
  event(name: string, data: Readonly<Record<string, unknown>>, more?: Partial<EventRecord>): EventRecord;
  /** Fires the timers that are due, and checks again where triggers wait. */
  wait(minutes: number): Promise<void>;
  position(event: EventRecord): Promise<void>;
  all(): ReturnType<typeof listNotifications> extends Promise<{ results: infer R }> ? Promise<R> : never;
  sendAll(channel: ChannelAdapter): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on its own table, or on an existing one. */
export async function startNotifications(table?: TestTable): Promise<NotificationsAtWork> {
  const db = table ?? (await startTestTable());
  const made = await createOrganization(tenancyDeps(db.deps), { name: 'Own' });
  const organizationId = made.organization.id;
  const caller = { organizationId, listShards: 1, keyId: 'key_1', storeLocationIds: null };
  const actor = { type: 'key' as const, id: 'key_1', name: 'Test' };
  const context = { ...db.deps, origin: { organizationId, actor, cause: 'request:1' } };
  const settings = positionSettings(db.deps);
  let events = 0;
  const work: NotificationsAtWork = {
    db,
    organizationId,
    caller,
    context,
    async destination(channel = {}, more = {}) {
      const first = {
        type: 'sms' as const,
        recipients: ['+14155550100'],
        message: null,
        subject: null,
        emailTemplateId: null,
      };
      const fields = {
        name: 'Team',
        channels: [{ ...first, ...channel }],
        digestMinutes: null,
        quietHours: null,
        ...more,
      };
      return must(await createDestination(context, fields as DestinationFields, db.deps.ids.next('ntg')))
        .value.id;
    },
    async trigger(more = {}) {
      const fields: TriggerFields = {
        type: 'delivery_status_transition',
        name: 'Told',
        description: null,
        variants: [],
        enabled: true,
        notificationGroupIds: more.notificationGroupIds ?? [await work.destination()],
        message: 'It happened.',
        optionsGroupIds: [],
        contractIds: [],
        zoneIds: [],
        flag: false,
        autoResolveFlag: false,
        customEventName: null,
        agentId: null,
        conditionalLogic: null,
        oncePerJob: false,
        isInternal: false,
        parameters: { deliveryStatus: 'dropoff_complete' },
        ...more,
      };
      return must(await createTrigger(context, fields, db.deps.ids.next('ntr'))).value.id;
    },
    event(name, data, more = {}) {
      events += 1;
      return {
        organizationId,
        id: `evt_${events}`,
        name,
        aggregateType: 'job',
        aggregateId: String(data.jobId ?? data.orderId ?? data.routeId ?? data.activityId ?? 'none'),
        occurredAt: new Date(db.deps.clock.now()).toISOString(),
        data,
        ...more,
      };
    },
    async wait(minutes) {
      db.deps.clock.advance(minutes * 60_000);
      const now = new Date(db.deps.clock.now()).toISOString();
      for (const { type, data } of await db.items()) {
        if (type !== 'timer' || String(data.dueAt) > now) continue;
        const generation = Number(data.generation);
        await fireTimer(db.deps, { organizationId, timerId: String(data.id), generation });
      }
      for (const fired of await db.events('timer.notification-check')) await checkAgain(db.deps, fired);
    },
    position: (event) => watchPosition({ ...db.deps, positionSettings: settings }, event),
    all: (async () =>
      (await listNotifications(db.deps, caller, {}, { limit: 100, offset: 0 }))
        .results) as NotificationsAtWork['all'],
    async sendAll(channel) {
      for (const event of await db.events(notificationDue[channel.channel].name)) {
        const { data } = notificationDue[channel.channel].parse(event);
        await sendNotification({ ...db.deps, channel }, { organizationId, ...data });
      }
    },
    stop: () => db.stop(),
  };
  return work;
}

/** Passes an event to the triggers twice, as queues do. */
export async function tell(work: NotificationsAtWork, event: EventRecord): Promise<void> {
  await notify(work.db.deps, event);
  await notify(work.db.deps, event);
}

/** A channel that records what it gets and answers as configured. */
export function recorder(
  channel: Channel,
  answers: Handover[] = [],
): ChannelAdapter & { readonly sent: OutgoingMessage[] } {
  const sent: OutgoingMessage[] = [];
  return {
    channel,
    sent,
    async send(message) {
      sent.push(message);
      return answers.shift() ?? { outcome: 'sent', receipt: `r${sent.length}` };
    },
  };
}
