import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tenancyDeps } from '../../../../../functions/compose/tenancy-deps.ts';
import { deliveryEntity, readJob } from '../../../../../lib/fulfilment/jobs/index.ts';
import { providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { createStrategy } from '../../../../../lib/fulfilment/strategies/index.ts';
import { createOrganization } from '../../../../../lib/people/tenancy/index.ts';
import { isRefusal } from '../../../../../lib/platform/core/refusal.ts';
import type { EventRecord } from '../../../../../lib/platform/events/index.ts';
import { replace } from '../../../../../lib/platform/table/index.ts';
import { fireTimer } from '../../../../../lib/platform/timers/index.ts';
import { timerEntity } from '../../../../../lib/platform/timers/timer.ts';
import {
  allowContact,
  type ChannelAdapter,
  changeTrigger,
  checkAgain,
  createDestination,
  createTrigger,
  type DestinationFields,
  deleteDestination,
  denyContact,
  fireForJob,
  listDeniedContacts,
  listNotifications,
  notificationDue,
  notificationTimers,
  notify,
  previewTrigger,
  resendNotification,
  sendNotification,
  type TriggerFields,
} from '../../../../../lib/reactions/notifications/index.ts';
import { type AnyJobOptions, anyJob } from '../../../../support/builders/any-job.ts';
import { recorder } from '../../../../support/notifications-at-work.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

let db: TestTable;
let organizationId: string;

beforeEach(async () => {
  db = await startTestTable();
  const made = await createOrganization(tenancyDeps(db.deps), { name: 'Own' });
  organizationId = made.organization.id;
});
afterEach(() => db.stop());

const caller = () => ({ organizationId, listShards: 1, storeLocationIds: null });
const context = () => ({
  ...db.deps,
  organizationId,
  storeLocationIds: null,
  origin: {
    organizationId,
    actor: { type: 'key' as const, id: 'key_1', name: 'Test' },
    cause: 'request:1',
  },
});

function must<Value>(value: Value): Exclude<Value, { kind: unknown }> {
  if (isRefusal(value)) throw new Error(value.message);
  return value as Exclude<Value, { kind: unknown }>;
}

const destination = async (channel: Partial<DestinationFields['channels'][number]> = {}, more = {}) =>
  must(
    await createDestination(
      context(),
      {
        name: 'Customer',
        channels: [
          {
            type: 'sms',
            recipients: ['{{customer.phone_number}}'],
            message: null,
            subject: null,
            emailTemplateId: null,
            ...channel,
          },
        ],
        digestMinutes: null,
        quietHours: null,
        ...more,
      },
      db.deps.ids.next('ntg'),
    ),
  ).value.id;

const trigger = async (notificationGroupIds: string[], more: Partial<TriggerFields> = {}) =>
  must(
    await createTrigger(
      context(),
      {
        type: 'delivery_status_transition',
        name: 'Delivered',
        description: null,
        variants: [],
        enabled: true,
        notificationGroupIds,
        message: 'Hi {{customer.first_name}}, it is done.',
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
      },
      db.deps.ids.next('ntr'),
    ),
  ).value;

/** A job in the table and an event about its delivery. */
async function delivery(options: AnyJobOptions = {}): Promise<(more?: Partial<EventRecord>) => EventRecord> {
  const made = anyJob({ ...options, organizationId, id: db.deps.ids.next('job') });
  await db.deps.table.write(made.operations);
  const { job, tasks, deliveries } = made.next;
  return (more = {}) => ({
    organizationId,
    id: 'evt_1',
    name: 'delivery.dropoff_complete',
    aggregateType: 'job',
    aggregateId: job.value.id,
    occurredAt: '2026-03-02T09:00:00.000Z',
    ...more,
    data: {
      jobId: job.value.id,
      taskId: tasks[0]?.value.id,
      deliveryId: deliveries[0]?.value.id,
      status: 'dropoff_complete',
      historyLength: 1,
      ...(more.data as object),
    },
  });
}

const all = async () => (await listNotifications(db.deps, caller(), {}, { limit: 100, offset: 0 })).results;

async function sendAll(channel: ChannelAdapter): Promise<void> {
  for (const event of await db.events(notificationDue[channel.channel].name)) {
    const { data } = notificationDue[channel.channel].parse(event);
    await sendNotification({ ...db.deps, channel }, { organizationId, ...data });
  }
}

describe('2.8 a trigger', () => {
  it('makes one message per recipient, filled in, however often its event comes', async () => {
    const event = await delivery({
      package: { dropoffLocation: { ...anyJob().next.configurations[0]!.value.package.dropoffLocation } },
    });
    await trigger([
      await destination(),
      await destination({ type: 'email', recipients: ['OPS@Example.com'] }),
    ]);
    await Promise.all([notify(db.deps, event()), notify(db.deps, event())]);
    await notify(db.deps, event());
    const made = await all();
    expect(
      made.map(({ channel, recipient, body, subject }) => [channel, recipient, body, subject]).sort(),
    ).toEqual([
      ['email', 'ops@example.com', 'Hi Ann, it is done.', 'Delivered'],
      ['sms', '+442079460000', 'Hi Ann, it is done.', null],
    ]);
  });

  it('does not fire on another status, while disabled, for another strategy or other metadata', async () => {
    const event = await delivery({ job: { jobMetadata: { tier: 'gold', weight: 5 } } });
    const to = [await destination()];
    await trigger(to, { parameters: { deliveryStatus: ['failed', 'returned'] } });
    await trigger(to, { enabled: false });
    const strategies = { ...db.deps, providers: providerRegistry([]) };
    const other = must(await createStrategy(strategies, organizationId, { label: 'Other' }));
    await trigger(to, { optionsGroupIds: [other.id] });
    await trigger(to, {
      conditionalLogic: {
        operator: 'AND',
        conditions: [
          { field: 'tier', operator: 'equals', value: 'gold' },
          { field: 'weight', operator: 'greater_than', value: 5 },
        ],
      },
    });
    await notify(db.deps, event());
    expect(await all()).toEqual([]);
    await trigger(to, {
      conditionalLogic: {
        operator: 'OR',
        conditions: [
          { field: 'tier', operator: 'in', value: ['silver', 'gold'] },
          { field: 'none', operator: 'starts_with', value: 'x' },
        ],
      },
    });
    await notify(db.deps, event());
    expect(await all()).toHaveLength(1);
  });

  it('once per job fires for the first event only', async () => {
    const event = await delivery();
    await trigger([await destination()], {
      oncePerJob: true,
      parameters: { deliveryStatus: ['dropoff_complete', 'dropoff_arrived'] },
    });
    await notify(db.deps, event());
    const arrived = { name: 'delivery.dropoff_arrived', id: 'evt_2', data: { status: 'dropoff_arrived' } };
    await notify(db.deps, event(arrived));
    expect(await all()).toHaveLength(1);
  });

  it('once per job and destination, also when its recipient is another one by then', async () => {
    const event = await delivery({ delivery: { courierPhoneNumber: '+14155550111' } });
    const to = await destination({ recipients: ['{{driver.phone_number}}'] });
    await trigger([to], {
      oncePerJob: true,
      parameters: { deliveryStatus: ['dropoff_complete', 'dropoff_arrived'] },
    });
    await notify(db.deps, event());
    const jobId = String(event().aggregateId);
    const stored = (await readJob(db.deps.table, organizationId, jobId))!.deliveries[0]!;
    const courierPhoneNumber = '+14155550222';
    await db.deps.table.write([replace(deliveryEntity, stored, { ...stored.value, courierPhoneNumber })]);
    const arrived = { name: 'delivery.dropoff_arrived', id: 'evt_2', data: { status: 'dropoff_arrived' } };
    await notify(db.deps, event(arrived));
    expect((await all()).map(({ recipient }) => recipient)).toEqual(['+14155550111']);
  });

  it('fires by hand for a job, each time it is asked to', async () => {
    const event = await delivery();
    const one = await trigger([await destination()], { type: 'api_based', parameters: {} });
    expect(
      await fireForJob(db.deps, one, String(event().aggregateId), { cause: 'api:1', storeLocationIds: null }),
    ).toBe(true);
    expect(
      await fireForJob(db.deps, one, String(event().aggregateId), { cause: 'api:2', storeLocationIds: null }),
    ).toBe(true);
    expect(await fireForJob(db.deps, one, 'job_none', { cause: 'api:3', storeLocationIds: null })).toBe(
      false,
    );
    expect(await all()).toHaveLength(2);
  });

  it('shows its messages without making them', async () => {
    const event = await delivery();
    const { id } = await trigger([await destination()]);
    const shown = must(
      await previewTrigger(context(), context(), id, { jobId: String(event().aggregateId) }),
    );
    expect(shown.map(({ body }) => body)).toEqual(['Hi Ann, it is done.']);
    expect(await all()).toEqual([]);
  });

  it.each([
    ['type', { type: 'no_such' }],
    ['parameters.deliveryStatus', { parameters: { deliveryStatus: 'gone' } }],
    ['message', { message: 'Hi {{customer.first_nam}}' }],
    ['conditionalLogic', { conditionalLogic: { field: 'a' } }],
  ] as const)('is refused with what is wrong: %s', async (field, more) => {
    const fields = { ...(await trigger([])), ...more };
    const refused = await createTrigger(context(), fields as TriggerFields, 'ntr_x');
    expect(isRefusal(refused) && refused.details.field).toBe(field);
  });

  it('keeps its type, and is not changed at a version that is gone', async () => {
    const { id } = await trigger([]);
    expect(must(await changeTrigger(context(), id, { enabled: false })).value.enabled).toBe(false);
    const stale = await changeTrigger({ ...context(), expectedVersion: 1 }, id, { enabled: true });
    expect(isRefusal(stale) && stale.details.version).toBe(2);
  });

  it('keeps its destinations from being deleted', async () => {
    const to = await destination();
    const { id } = await trigger([to]);
    const refused = await deleteDestination(context(), to);
    expect(isRefusal(refused) && refused.details.usedBy).toEqual([id]);
  });
});

describe('6.3 triggers that wait', () => {
  const fireDue = async () => {
    const timers = (await db.items()).filter(({ type }) => type === timerEntity.name);
    for (const { data } of timers) {
      await fireTimer(db.deps, { organizationId, timerId: String(data.id), generation: 1 });
    }
    for (const event of await db.events('timer.notification-check')) await checkAgain(db.deps, event);
  };

  it('stuck_status fires only while the delivery has not moved on', async () => {
    const still = await delivery({ delivery: { status: 'pickup_arrived' } });
    const moved = await delivery({
      delivery: {
        statusHistory: [
          { created_at: '2026-03-02T09:00:00.000Z', status: 'pickup_arrived' },
          { created_at: '2026-03-02T09:05:00.000Z', status: 'dropoff_enroute' },
        ],
      },
    });
    await trigger([await destination()], {
      type: 'stuck_status',
      parameters: { deliveryStatus: 'pickup_arrived', metricValue: 10 },
    });
    const arrived = { name: 'delivery.pickup_arrived', data: { status: 'pickup_arrived' } };
    await notify(db.deps, still({ ...arrived, id: 'evt_a' }));
    await notify(db.deps, moved({ ...arrived, id: 'evt_b' }));
    await notify(db.deps, still({ ...arrived, id: 'evt_a' }));
    expect(await all()).toEqual([]);
    db.deps.clock.advance(11 * 60_000);
    await fireDue();
    await fireDue();
    const made = await all();
    expect(made.map(({ jobId }) => jobId)).toEqual([still().aggregateId]);
  });

  it('a message with a delay is armed, and leaves when its timer fires', async () => {
    const event = await delivery();
    await trigger([await destination()], {
      parameters: {
        deliveryStatus: 'dropoff_complete',
        sendScheduledMessage: true,
        scheduledSendDeltaMinutes: 30,
      },
    });
    await notify(db.deps, event());
    expect(await db.events(notificationDue.sms.name)).toEqual([]);
    const [timer] = (await db.items()).filter(({ type }) => type === timerEntity.name);
    expect(timer?.data).toMatchObject({
      kind: notificationTimers.sms.kind,
      dueAt: '2026-03-02T09:30:00.000Z',
    });
  });

  it('quiet hours put a message off to their end, in their time zone', async () => {
    const event = await delivery();
    const to = await destination(
      {},
      { quietHours: { from: '00:00', to: '08:00', timeZone: 'America/New_York' } },
    );
    await trigger([to]);
    await notify(db.deps, event());
    const [timer] = (await db.items()).filter(({ type }) => type === timerEntity.name);
    // 09:00 UTC is 04:00 in New York; 08:00 there is 13:00 UTC in winter.
    expect(timer?.data.dueAt).toBe('2026-03-02T13:00:00.000Z');
  });
});

describe('4.5 sending', () => {
  it('hands a message over once, however often it is asked to', async () => {
    const event = await delivery();
    await trigger([await destination()]);
    await notify(db.deps, event());
    const channel = recorder('sms');
    await sendAll(channel);
    await sendAll(channel);
    expect(channel.sent).toHaveLength(1);
    expect(await all()).toMatchObject([{ status: 'sent', receipt: 'r1', attempts: 1 }]);
  });

  it('tries again later what a channel could not take, and gives up what it refuses', async () => {
    const event = await delivery();
    await trigger([await destination()]);
    await notify(db.deps, event());
    const channel = recorder('sms', [{ outcome: 'unavailable', error: 'busy' }]);
    await sendAll(channel);
    const [waiting] = await all();
    expect(waiting).toMatchObject({ status: 'queued', error: 'busy', attempts: 1 });
    const due = { organizationId, notificationId: waiting!.id, attempt: 2 };
    await sendNotification(
      {
        ...db.deps,
        channel: recorder('sms', [{ outcome: 'refused', error: 'no such number' }]),
      },
      due,
    );
    expect(await all()).toMatchObject([{ status: 'failed', error: 'no such number', attempts: 2 }]);
    must(await resendNotification(db.deps, caller(), waiting!.id));
    await sendAll(channel);
    expect(await all()).toMatchObject([{ status: 'sent', attempts: 3 }]);
  });

  it('a contact on the deny list gets nothing, also what was on its way; taken off, it does again', async () => {
    const event = await delivery();
    await trigger([await destination()]);
    await notify(db.deps, event());
    must(await denyContact(db.deps, caller(), { type: 'phone', value: '+44 20 7946 0000' }));
    const channel = recorder('sms');
    await sendAll(channel);
    expect(channel.sent).toEqual([]);
    expect(await all()).toMatchObject([{ status: 'suppressed' }]);
    must(await allowContact(db.deps, organizationId, { type: 'phone', value: '+442079460000' }));
    const [one] = await all();
    must(await resendNotification(db.deps, caller(), one!.id));
    await sendAll(channel);
    expect(channel.sent).toHaveLength(1);
  });
});

describe('4.5 the deny list', () => {
  it('keeps a contact once, in one form, and lists pages from zero', async () => {
    const first = must(await denyContact(db.deps, caller(), { type: 'Email', value: 'Ada@Example.com' }));
    const again = must(await denyContact(db.deps, caller(), { type: 'email', value: 'ada@example.com ' }));
    expect(again).toEqual(first);
    db.deps.clock.advance(1000);
    must(await denyContact(db.deps, caller(), { type: 'phone', value: '+14155550100' }));
    const page = (number: number) => listDeniedContacts(db.deps, caller(), { page: number, pageSize: 1 });
    expect((await page(0)).map(({ value }) => value)).toEqual(['+14155550100']);
    expect((await page(1)).map(({ value }) => value)).toEqual(['ada@example.com']);
    expect(await page(2)).toEqual([]);
  });

  it.each([
    [{ type: 'fax', value: '1' }, 'type'],
    [{ type: 'phone', value: '12' }, 'value'],
    [{ type: 'email', value: 'nobody' }, 'value'],
  ])('refuses %j by its field', async (contact, field) => {
    const refused = await denyContact(db.deps, caller(), contact);
    expect(isRefusal(refused) && refused.details.field).toBe(field);
  });

  it('of one organization is not that of another', async () => {
    must(await denyContact(db.deps, caller(), { type: 'phone', value: '+14155550100' }));
    const other = { organizationId: 'org_other', listShards: 1 };
    expect(await listDeniedContacts(db.deps, other, { page: 0, pageSize: 10 })).toEqual([]);
    expect(
      isRefusal(await allowContact(db.deps, 'org_other', { type: 'phone', value: '+14155550100' })),
    ).toBe(true);
  });
});
