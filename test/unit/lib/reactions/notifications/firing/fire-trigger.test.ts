import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { driverEntity } from '../../../../../../lib/fleet/fleet/driver.ts';
import { jobPartition, taskEntity } from '../../../../../../lib/fulfilment/jobs/index.ts';
import { providerAccountEntity } from '../../../../../../lib/fulfilment/providers/accounts/index.ts';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import {
  archiveCustomEvent,
  createCustomEvent,
} from '../../../../../../lib/reactions/custom-events/index.ts';
import {
  changeTrigger,
  createTrigger,
  deleteTrigger,
  fireForJob,
  listNotifications,
  notify,
  previewTrigger,
  readSettings,
  resendNotification,
  sendOneMessage,
  setUpNotifications,
} from '../../../../../../lib/reactions/notifications/index.ts';
import { anyJob, anyLocation } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  must,
  type NotificationsAtWork,
  recorder,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

/** A job in the table, and the ids of its delivery in the form that events have. */
async function job() {
  const { db, organizationId } = work;
  const made = anyJob({
    organizationId,
    id: db.deps.ids.next('job'),
    delivery: { status: 'dropoff_complete' },
  });
  await db.deps.table.write(made.operations);
  const { job: root, tasks, deliveries } = made.next;
  return {
    jobId: root.value.id,
    taskId: tasks[0]!.value.id,
    deliveryId: deliveries[0]!.value.id,
    status: 'dropoff_complete',
    historyLength: 1,
  };
}

const defineEvent = async (key: string) =>
  must(await createCustomEvent(work.db.deps, work.organizationId, { key, name: key })).value.id;

describe('6.5 a trigger that fires', () => {
  it('is on the timeline of its job once, with its flag and its custom event', async () => {
    await defineEvent('told');
    await work.trigger({ flag: true, customEventName: 'told' });
    const data = await job();
    const event = work.event('delivery.dropoff_complete', data);
    await tell(work, event);
    await Promise.all([notify(work.db.deps, event), notify(work.db.deps, event)]);
    const tripped = await work.db.events('notification_trigger.tripped');
    expect(tripped).toHaveLength(1);
    expect(tripped[0]).toMatchObject({ aggregateType: 'job', aggregateId: data.jobId });
    expect(await work.db.events('flag.raised')).toHaveLength(1);
    const occurred = await work.db.events('custom_event.occurred');
    expect(occurred.map(({ data: seen }) => seen)).toMatchObject([{ key: 'told', entityId: data.jobId }]);
    expect(
      await work.db.deps.table.readAggregate(jobPartition(work.organizationId, data.jobId)),
    ).toBeDefined();
    expect(await work.all()).toHaveLength(1);
  });

  it('41 3.4 writes to the chat channel in the account of the provider', async () => {
    const data = await job();
    const { table } = work.db.deps;
    const task = (await table.readAggregate(jobPartition(work.organizationId, data.jobId))).all(
      taskEntity,
    )[0];
    const at = '2026-03-02T09:00:00.000Z';
    await table.write([
      create(providerAccountEntity, {
        ...{
          organizationId: work.organizationId,
          id: task?.value.providerId ?? '',
          kind: 'carrier',
          name: 'P',
        },
        ...{
          baseUrl: null,
          isEnabled: true,
          credentialsVersion: 1,
          createdAt: at,
          updatedAt: at,
          ownFleet: null,
        },
        chatChannel: '#riders',
      }),
    ]);
    const to = await work.destination({ type: 'slack', recipients: ['{{provider.chat_channel}}'] });
    await work.trigger({ notificationGroupIds: [to] });
    await tell(work, work.event('delivery.dropoff_complete', data));
    expect(await work.all()).toMatchObject([{ channel: 'slack', recipient: '#riders' }]);
  });

  it('does not start itself again by its own custom event', async () => {
    await defineEvent('loop');
    await work.trigger({
      type: 'custom_event_listener',
      parameters: { eventNames: ['loop'] },
      customEventName: 'loop',
      agentId: null,
    });
    const data = await job();
    await tell(
      work,
      work.event('custom_event.occurred', { ...data, entityType: 'job', entityId: data.jobId, key: 'loop' }),
    );
    expect(await work.all()).toHaveLength(1);
    expect(await work.db.events('custom_event.occurred')).toEqual([]);
  });

  it('41 2.1 listens to events by names that nobody defined, also when they are defined later', async () => {
    const parameters = { eventNames: ['gift wrapped'] };
    const id = await work.trigger({ type: 'custom_event_listener', parameters });
    const data = await job();
    const occurred = { ...data, entityType: 'job', entityId: data.jobId };
    await tell(work, work.event('custom_event.occurred', { ...occurred, key: 'gift wrapped' }));
    await tell(work, work.event('custom_event.occurred', { ...occurred, key: 'gift' }));
    expect(await work.all()).toHaveLength(1);

    const definition = await defineEvent('gift wrapped');
    const refused = await archiveCustomEvent(work.db.deps, work.organizationId, definition);
    expect(isRefusal(refused) && refused.details.usedBy).toMatchObject([{ id }]);
    must(await deleteTrigger(work.context, id));
    must(await archiveCustomEvent(work.db.deps, work.organizationId, definition));
  });

  it('4.6.4 keeps the custom events that it names from being archived', async () => {
    const definition = await defineEvent('vip');
    const id = await work.trigger({ type: 'custom_event_listener', parameters: { eventNames: ['vip'] } });
    const refused = await archiveCustomEvent(work.db.deps, work.organizationId, definition);
    expect(isRefusal(refused) && refused.details.usedBy).toMatchObject([{ id }]);
    must(await deleteTrigger(work.context, id));
    must(await archiveCustomEvent(work.db.deps, work.organizationId, definition));
    const [first] = (await readSettings(work.db.deps, work.organizationId)).triggers;
    expect(first).toBeUndefined();
    const late = await createTrigger(
      work.context,
      {
        type: 'demo',
        name: 'Late',
        description: null,
        variants: [],
        enabled: true,
        notificationGroupIds: [],
        message: null,
        optionsGroupIds: [],
        contractIds: [],
        zoneIds: [],
        flag: false,
        autoResolveFlag: false,
        customEventName: 'vip',
        agentId: null,
        conditionalLogic: null,
        oncePerJob: false,
        isInternal: false,
        parameters: {},
      },
      'ntr_late',
    );
    expect(isRefusal(late) && late.details.field).toBe('customEventName');
  });

  it('a type that only the service makes cannot be created, and says so', async () => {
    await expect(work.trigger({ type: 'vehicle_breakdown', parameters: {} })).rejects.toThrow(
      /only the service/,
    );
  });
});

describe('6.4 a new organization', () => {
  it('tells its customers of pickup, way and arrival; what its team hears is switched off', async () => {
    const { deps } = work.db;
    await setUpNotifications(deps, work.organizationId);
    await setUpNotifications(deps, work.organizationId);
    const { triggers } = await readSettings(deps, work.organizationId);
    const creatable = triggers.filter(
      ({ value }) =>
        !value.type.match(/_(violation|departure|breakdown|home|break|overweight|oversize|request)$/),
    );
    expect(creatable.map(({ value }) => [value.name, value.enabled]).sort()).toEqual([
      ['Delivery Booked', false],
      ['Dropoff Complete', true],
      ['Dropoff Enroute', true],
      ['Pickup Complete', true],
      ['Task Reassigned', false],
    ]);
    const data = await job();
    await tell(work, work.event('delivery.dropoff_complete', data));
    expect(await work.all()).toMatchObject([
      {
        channel: 'sms',
        recipient: '+442079460000',
        body: 'Your order from Corner Shop has been delivered.',
      },
    ]);
    const system = triggers.find(({ value }) => value.type === 'vehicle_breakdown')!.value;
    expect(system.enabled).toBe(false);
    const notificationGroupIds = [await work.destination({ recipients: ['+14155550123'] })];
    must(await changeTrigger(work.context, system.id, { enabled: true, notificationGroupIds }));
    const raised = { routeId: 'rte_1', type: 'vehicle_breakdown' };
    await tell(work, work.event('route.exception_raised', raised, { aggregateType: 'route' }));
    expect((await work.all()).filter(({ recipient }) => recipient === '+14155550123')).toHaveLength(1);
    const booked = triggers.find(({ value }) => value.name === 'Delivery Booked')!.value.id;
    expect(must(await changeTrigger(work.context, booked, { enabled: true })).value.enabled).toBe(true);
  });
});

describe('8.1 POST /v1/messages/send', () => {
  const order = async (more = {}) => {
    const id = work.db.deps.ids.next('ord');
    const { organizationId } = work;
    await work.db.deps.table.write([create(orderEntity, anyOrder({ organizationId, id, ...more }))]);
    return id;
  };
  const caller = () => work.caller;

  it('goes to the customer or the business, with its variables filled in, once per key', async () => {
    const orderId = await order({ dropoffEmail: 'ada@example.com' });
    const send = (recipientType: 'customer' | 'pickup_business', messageType: 'sms' | 'email', key: string) =>
      sendOneMessage(
        work.db.deps,
        caller(),
        { orderId, recipientType, messageType, message: 'Hi {{customer.first_name}}' },
        key,
      );
    must(await send('customer', 'sms', 'msg_1'));
    must(await send('customer', 'sms', 'msg_1'));
    must(await send('customer', 'email', 'msg_2'));
    must(await send('pickup_business', 'sms', 'msg_3'));
    const made = (await work.all()).map(({ channel, recipient, body }) => [channel, recipient, body]);
    expect(made.sort()).toEqual([
      ['email', 'ada@example.com', 'Hi Ada'],
      ['sms', '+14155550100', 'Hi Ada'],
      ['sms', '+14155550199', 'Hi Ada'],
    ]);
  });

  it('goes to the courier: by the number that the provider reported, and to a driver of the own fleet by e-mail', async () => {
    const { db, organizationId } = work;
    const at = '2026-03-02T09:00:00.000Z';
    const driver = {
      ...{ organizationId, id: 'cou_01KJQ000000000000000000001', firstName: 'Grace', lastName: 'Hop' },
      ...{ phoneNumber: '+14155550124', email: 'grace@example.com', enabled: true, vehicleIds: [] },
      ...{ createdAt: at, updatedAt: at },
    };
    const orderId = db.deps.ids.next('ord');
    const made = anyJob({
      organizationId,
      id: db.deps.ids.next('job'),
      configuration: { orderId },
      delivery: {
        providerIsInternal: true,
        courierExternalId: driver.id,
        courierPhoneNumber: '+14155550123',
      },
    });
    const carried = anyOrder({
      organizationId,
      id: orderId,
      status: 'dispatched',
      jobId: made.next.job.value.id,
    });
    await db.deps.table.write([
      create(orderEntity, carried),
      create(driverEntity, driver),
      ...made.operations,
    ]);
    const send = (messageType: 'sms' | 'email') =>
      sendOneMessage(
        db.deps,
        caller(),
        { orderId, recipientType: 'courier', messageType, message: 'Hi' },
        `msg_${messageType}`,
      );
    expect(must(await send('sms')).recipient).toBe('+14155550123');
    expect(must(await send('email')).recipient).toBe('grace@example.com');
  });

  it('is refused without a courier, for an unknown variable and for an order out of scope', async () => {
    const orderId = await order();
    const send = (recipientType: 'customer' | 'courier', message: string, who = caller()) =>
      sendOneMessage(work.db.deps, who, { orderId, recipientType, messageType: 'sms', message }, 'msg_1');
    const none = await send('courier', 'Hi');
    expect(isRefusal(none) && none.details.field).toBe('recipient_type');
    const unknown = await send('customer', 'Hi {{customer.first_nam}}');
    expect(isRefusal(unknown) && unknown.details.field).toBe('message');
    const scoped = await send('customer', 'Hi', { ...caller(), storeLocationIds: ['store_1'] as never });
    expect(isRefusal(scoped) && scoped.kind.code).toBe('ORDER_NOT_FOUND');
  });
});

describe('4.5 who gets and sees messages', () => {
  it('nobody whose number or address cannot be looked up on the deny list', async () => {
    const to = await work.destination({ recipients: ['{{customer.phone_number}}'] });
    const mail = await work.destination({ type: 'email', recipients: ['{{customer.email}}'] });
    await work.trigger({ notificationGroupIds: [to, mail] });
    const { db, organizationId } = work;
    const dropoffLocation = anyLocation({ phoneNumber: '4155550100', email: 'Ada <ada@example.com>' });
    const made = anyJob({ organizationId, id: db.deps.ids.next('job'), package: { dropoffLocation } });
    await db.deps.table.write(made.operations);
    const { id: deliveryId, taskId, jobId } = made.next.deliveries[0]!.value;
    const data = { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
    await tell(work, work.event('delivery.dropoff_complete', data));
    const channels = [recorder('sms'), recorder('email')];
    for (const channel of channels) await work.sendAll(channel);
    expect(channels.flatMap(({ sent }) => sent)).toEqual([]);
    expect((await work.all()).map(({ status }) => status)).toEqual(['failed', 'failed']);
  });

  it('somebody who is in two destinations reads the same words once', async () => {
    const to = [await work.destination(), await work.destination()];
    await work.trigger({ notificationGroupIds: to });
    await tell(work, work.event('delivery.dropoff_complete', await job()));
    expect(await work.all()).toHaveLength(1);
  });

  it('5 a caller who is limited to other stores sees none of them, and sends none', async () => {
    const id = await work.trigger({});
    const data = await job();
    await tell(work, work.event('delivery.dropoff_complete', data));
    const other = { ...work.caller, storeLocationIds: ['store_other'] };
    const { deps } = work.db;
    const page = { limit: 10, offset: 0 };
    expect((await listNotifications(deps, other, {}, page)).totalCount).toBe(0);
    expect((await listNotifications(deps, other, { jobId: data.jobId }, page)).totalCount).toBe(0);
    const [message] = await work.all();
    expect(isRefusal(await resendNotification(deps, other, message!.id))).toBe(true);
    const shown = await previewTrigger(work.context, other, id, { jobId: data.jobId });
    expect(isRefusal(shown)).toBe(true);
    const { value } = (await readSettings(deps, work.organizationId)).triggers[0]!;
    const firing = { cause: 'api:1', storeLocationIds: ['store_other'] };
    expect(await fireForJob(deps, value, data.jobId, firing)).toBe(false);
  });
});
