import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listFlags } from '../../../../../../lib/fulfilment/flags/index.ts';
import { orderEntity } from '../../../../../../lib/ordering/orders/index.ts';
import { create } from '../../../../../../lib/platform/table/index.ts';
import { notificationCatalog, notify } from '../../../../../../lib/reactions/notifications/index.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import { anyOrder } from '../../../../../support/builders/any-order.ts';
import {
  type NotificationsAtWork,
  startNotifications,
  tell,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
beforeEach(async () => {
  work = await startNotifications();
});
afterEach(() => work.stop());

const METADATA = { tier: 'gold', weight: 5, tags: ['cold', 'fragile'], store: { region: 'west' } };

/** Number of messages that a trigger with these conditions creates for a job with the metadata above. */
async function messages(conditionalLogic: object): Promise<number> {
  await work.trigger({ conditionalLogic });
  const { db, organizationId } = work;
  const made = anyJob({
    organizationId,
    id: db.deps.ids.next('job'),
    job: { jobMetadata: METADATA },
    package: { packageMetadata: { lane: 'night' } },
  });
  await db.deps.table.write(made.operations);
  const { jobId, taskId, id: deliveryId } = made.next.deliveries[0]!.value;
  const data = { jobId, taskId, deliveryId, status: 'dropoff_complete', historyLength: 1 };
  await notify(db.deps, work.event('delivery.dropoff_complete', data));
  return (await work.all()).length;
}

const OPERATORS: Readonly<Record<string, { readonly holds: object; readonly not: object }>> = {
  equals: { holds: { field: 'tier', value: 'gold' }, not: { field: 'tier', value: 'Gold' } },
  not_equals: { holds: { field: 'none', value: 'gold' }, not: { field: 'tier', value: 'gold' } },
  greater_than: { holds: { field: 'weight', value: 4.5 }, not: { field: 'weight', value: 5 } },
  less_than: { holds: { field: 'weight', value: 6 }, not: { field: 'weight', value: 5 } },
  greater_than_or_equal_to: { holds: { field: 'weight', value: 5 }, not: { field: 'weight', value: 6 } },
  less_than_or_equal_to: { holds: { field: 'weight', value: 5 }, not: { field: 'weight', value: 4 } },
  in: { holds: { field: 'tier', value: ['silver', 'gold'] }, not: { field: 'tier', value: ['silver'] } },
  not_in: { holds: { field: 'tier', value: ['silver'] }, not: { field: 'tier', value: ['gold'] } },
  contains: { holds: { field: 'tags', value: 'cold' }, not: { field: 'tags', value: 'col' } },
  starts_with: { holds: { field: 'tier', value: 'go' }, not: { field: 'tier', value: 'ol' } },
  ends_with: { holds: { field: 'tier', value: 'ld' }, not: { field: 'tier', value: 'go' } },
};

describe('2.8 conditions on metadata', () => {
  it('8.2 the catalog has exactly the eleven operators', () => {
    const { operators } = notificationCatalog().filterCriteria.metadata_conditions;
    expect([...operators].sort()).toEqual(Object.keys(OPERATORS).sort());
  });

  it.each(Object.keys(OPERATORS))('%s holds', async (operator) => {
    expect(await messages({ operator, ...OPERATORS[operator]!.holds })).toBe(1);
  });

  it.each(Object.keys(OPERATORS))('%s does not hold', async (operator) => {
    expect(await messages({ operator, ...OPERATORS[operator]!.not })).toBe(0);
  });

  it('read metadata of the package, and below a key, as workflows do', async () => {
    const lane = { field: 'lane', operator: 'equals', value: 'night' };
    const region = { field: 'store.region', operator: 'equals', value: 'west' };
    expect(await messages({ operator: 'AND', conditions: [lane, region] })).toBe(1);
  });

  it('are refused where the language of workflows refuses them, with its words', async () => {
    const of = (one: object) => work.trigger({ conditionalLogic: one });
    await expect(of({ field: 'weight', operator: 'greater_than', value: 'heavy' })).rejects.toThrow(
      /`conditionalLogic` cannot be used: The value of "greater_than" for weight is not valid/,
    );
    await expect(of({ field: 'a', operator: 'matches', value: 'b' })).rejects.toThrow(/is not a condition/);
  });
});

describe('2.8 what a type supports', () => {
  it('an order that has no job yet is flagged itself', async () => {
    const { db, organizationId } = work;
    const id = db.deps.ids.next('ord');
    await db.deps.table.write([create(orderEntity, anyOrder({ organizationId, id }))]);
    await work.trigger({ type: 'order_ready_to_fulfill', parameters: {}, flag: true });
    await tell(work, work.event('order.created', { orderId: id, status: 'valid' }));
    const actor = { organizationId, storeLocationIds: null };
    expect(await listFlags(db.deps, actor, { orderId: id })).toMatchObject([
      { target: 'order', targetId: id, jobId: null, message: 'Told' },
    ]);
  });

  it.each([
    [
      'activity_status_transition',
      { activityStatus: 'failed', activityActions: [] },
      { zoneIds: ['zone_1'] },
    ],
    ['route_status_transition', {}, { optionsGroupIds: ['opn_1'] }],
    ['route_status_transition', {}, { flag: true }],
    ['optimization_order_unassigned', {}, { customEventName: 'left' }],
    ['delivery_note_added', {}, { flag: true, autoResolveFlag: true }],
  ])('41.3.3 %s is refused with what it does not support', async (type, parameters, more) => {
    const field = Object.keys(more).at(-1);
    await expect(work.trigger({ type, parameters, ...more })).rejects.toThrow(`\`${field}\` is set`);
  });

  it('is in the catalog: late deliveries can be resolved, what the service creates has no parameters', () => {
    const { triggers } = notificationCatalog();
    const of = (type: string) => triggers.find((one) => one.type === type)!;
    expect(of('order_modified')).toMatchObject({ isFlag: true });
    expect(of('delivery_note_added').supportedActions).not.toContain('auto_resolve_flag');
    for (const type of ['stuck_status', 'pickup_delayed', 'dropoff_delayed', 'task_health_status']) {
      expect(of(type).supportedActions).toContain('auto_resolve_flag');
    }
    expect(of('activity_status_transition')).toMatchObject({ isFlag: false, supportedFilters: [] });
    expect(of('route_status_transition').supportedFilters).toEqual(['contracts']);
    expect(of('refuel_request')).toMatchObject({ creatable: false, parametersSchema: {} });
  });
});
