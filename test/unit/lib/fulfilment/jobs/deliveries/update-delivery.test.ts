import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DeliveryUpdate,
  isLateStatus,
  readJob,
  renderJob,
  timingUpdated,
  updateDelivery,
} from '../../../../../../lib/fulfilment/jobs/index.ts';
import { toInstant } from '../../../../../../lib/platform/core/clock.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { renderContent, WEBHOOK_EVENT_TYPES } from '../../../../../../lib/reactions/webhooks/index.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';

const ORG = 'org_test';
const MINUTE = 60_000;

describe('updates of a delivery', () => {
  let db: TestTable;
  const { next, operations } = anyJob();
  const delivery = next.deliveries[0]!.value;
  const jobId = next.job.value.id;

  beforeEach(async () => {
    db = await startTestTable();
    await db.deps.table.write(operations);
  });
  afterEach(() => db.stop());

  const update = (change: DeliveryUpdate, organizationId = ORG, may = () => true) =>
    updateDelivery(db.deps, { organizationId, deliveryId: delivery.id, may }, change);
  const statuses = async () =>
    (await readJob(db.deps.table, ORG, jobId))!.deliveries[0]!.value.statusHistory.map(
      ({ status }) => status,
    );
  const names = async () => (await db.events()).map(({ name }) => name);
  const task = async () => (await readJob(db.deps.table, ORG, jobId))!.tasks[0]!.value;

  it('3.2 fill in the guaranteed statuses and write one event for each', async () => {
    await update({ status: 'dropoff_arrived' });
    const filled = [
      'assigned_driver',
      'pickup_enroute',
      'pickup_arrived',
      'dropoff_enroute',
      'dropoff_arrived',
    ];
    expect(await statuses()).toEqual(['created', ...filled]);
    expect((await names()).sort()).toEqual(filled.map((status) => `delivery.${status}`).sort());
  });

  it('3.2 give filled-in statuses instants that keep their order, none after the report', async () => {
    db.deps.clock.advance(MINUTE);
    const reportedAt = toInstant(db.deps.clock.now() - 1_000);
    await update({ status: 'dropoff_arrived', occurredAt: reportedAt });
    const { statusHistory } = (await readJob(db.deps.table, ORG, jobId))!.deliveries[0]!.value;
    const times = statusHistory.map(({ created_at }) => created_at);
    expect([...new Set(times)].sort()).toEqual(times);
    expect(times.at(-1)).toBe(reportedAt);
  });

  it.each([0, MINUTE])(
    '3.2 have events that are sorted by time in the order of the statuses, %i ms after the job was made',
    async (later) => {
      db.deps.clock.advance(later);
      await update({ status: 'pickup_arrived' });
      await update({ status: 'dropoff_arrived' });
      const told = (await db.events())
        .toSorted((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1))
        .map(({ name }) => name);
      expect(told).toEqual((await statuses()).slice(1).map((status) => `delivery.${status}`));
    },
  );

  it('3.2 reported one after another with the same instant all count, filled-in ones between them', async () => {
    db.deps.clock.advance(MINUTE);
    const occurredAt = toInstant(db.deps.clock.now());
    for (const status of ['pickup_enroute', 'dropoff_enroute', 'dropoff_complete'] as const)
      await update({ status, occurredAt });
    expect((await statuses()).at(-1)).toBe('dropoff_complete');
  });

  it('3.2 with the same status twice have no effect, one after another or at once', async () => {
    await Promise.all([1, 2, 3].map(() => update({ status: 'assigned_driver' })));
    await update({ status: 'assigned_driver' });
    expect(await statuses()).toEqual(['created', 'assigned_driver']);
    expect(await names()).toEqual(['delivery.assigned_driver']);
  });

  it('3.2 to a terminal status end the task, and nothing changes the status afterwards', async () => {
    await update({ status: 'dropoff_complete' });
    expect((await task()).status).toBe('completed');
    expect(await names()).toContain('task.completed');
    const refused = await update({ status: 'failed' });
    expect(isRefusal(refused) && refused.kind).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      status: 409,
    });
    expect((await statuses()).at(-1)).toBe('dropoff_complete');
  });

  it('11.1 with a failure put its reason on the task', async () => {
    await update({ status: 'failed', failure: { code: 'customer_unavailable', reason: 'Nobody at home' } });
    expect(await task()).toMatchObject({ status: 'failed', failureReason: 'Nobody at home' });
  });

  it('A11 that happened before the last status are history only', async () => {
    await update({ status: 'pickup_enroute' });
    db.deps.clock.advance(MINUTE);
    const occurredAt = toInstant(db.deps.clock.now() - 5 * MINUTE);
    const kept = await update({ status: 'failed', occurredAt });
    expect(isRefusal(kept)).toBe(false);
    expect((await statuses()).at(-1)).toBe('pickup_enroute');
  });

  it('A11 that end a delivery count although the provider has another clock', async () => {
    const occurredAt = toInstant(db.deps.clock.now() - 2_000);
    await update({ status: 'assigned_driver', occurredAt });
    expect(await statuses()).toEqual(['created', 'assigned_driver']);
    await update({ status: 'canceled_by_provider', occurredAt });
    expect((await statuses()).at(-1)).toBe('canceled_by_provider');
    expect((await task()).status).toBe('canceled_by_provider');
  });

  it('8 with a position more than five minutes late keep it in the history and leave the present one', async () => {
    const at = (ms: number) => toInstant(db.deps.clock.now() + ms);
    await update({ coordinates: { latitude: 1, longitude: 1 }, occurredAt: at(-MINUTE) });
    const late = await update({
      coordinates: { latitude: 2, longitude: 2 },
      occurredAt: at(-5 * MINUTE - 1),
    });
    const older = await update({ coordinates: { latitude: 3, longitude: 3 }, occurredAt: at(-2 * MINUTE) });
    for (const after of [late, older]) expect(after).toMatchObject({ courierLocation: { lat: 1, lng: 1 } });
    const positions = (await db.items()).filter(({ type }) => type === 'position').map(({ data }) => data);
    expect(positions).toHaveLength(3);
    expect(positions.filter(({ late: isLate }) => isLate)).toHaveLength(1);
  });

  it('8 with a position of exactly five minutes ago make it the present one', async () => {
    const occurredAt = toInstant(db.deps.clock.now() - 5 * MINUTE);
    const after = await update({ coordinates: { latitude: 1, longitude: 1 }, occurredAt });
    expect(after).toMatchObject({ courierLocation: { lat: 1, lng: 1 } });
  });

  it('6.3 tell of an expected time that moves by a minute again and again, once it is five minutes away', async () => {
    const reports = async () => (await names()).filter((name) => name === timingUpdated.name).length;
    const first = db.deps.clock.now() + 60 * MINUTE;
    for (const [minute, told] of [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3].entries()) {
      await update({ dropoffEta: toInstant(first + minute * MINUTE) });
      expect(await reports()).toBe(told);
    }
    await update({ dropoffEta: toInstant(first + 9 * MINUTE) });
    await update({ dropoffEta: toInstant(first + 6 * MINUTE) });
    expect(await reports()).toBe(3);
    await update({ dropoffEta: toInstant(first + 5 * MINUTE) });
    expect(await reports()).toBe(4);
  });

  it('report an expected time that moved by five minutes, and none that moved by less', async () => {
    const eta = (ms: number) => toInstant(db.deps.clock.now() + 60 * MINUTE + ms);
    const reports = async () => (await names()).filter((name) => name === timingUpdated.name).length;
    const first = eta(0);
    const less = eta(5 * MINUTE - 1);
    await update({ dropoffEta: first });
    expect(await reports()).toBe(1);
    await update({ dropoffEta: less });
    expect(await reports()).toBe(1);
    await update({ dropoffEta: toInstant(Date.parse(less) + 5 * MINUTE) });
    expect(await reports()).toBe(2);
  });

  it('tell of positions once a minute at most', async () => {
    for (let count = 0; count < 6; count += 1) {
      await update({ coordinates: { latitude: count, longitude: 0 } });
      db.deps.clock.advance(20_000);
    }
    expect((await names()).filter((name) => name === 'courier_location.updated')).toHaveLength(2);
  });

  it('with a position that was reported before still bring their status', async () => {
    const update1 = {
      coordinates: { latitude: 1, longitude: 1 },
      occurredAt: toInstant(db.deps.clock.now()),
    };
    await update(update1);
    const after = await update({ ...update1, status: 'assigned_driver' });
    expect(after).toMatchObject({ status: 'assigned_driver' });
  });

  it('A11 say the same whichever of them comes first', async () => {
    db.deps.clock.advance(MINUTE);
    const at = (ms: number) => toInstant(db.deps.clock.now() - 10_000 + ms);
    const first: DeliveryUpdate = {
      occurredAt: at(1_000),
      courier: { name: 'Ann', phoneNumber: '+12025550100', vehicle: { make: 'Kia', color: 'red' } },
      pickupEta: at(100_000),
      pickupNote: 'ring',
      proofOfDelivery: [{ podType: 'photo_proof_of_pickup', imageUrl: 'https://example.com/1.jpg' }],
    };
    const second: DeliveryUpdate = {
      occurredAt: at(2_000),
      courier: { name: 'Bob', vehicle: { make: 'Fiat' } },
      pickupEta: at(200_000),
      dropoffEta: at(300_000),
    };
    await update(second);
    const after = await update(first);
    expect(after).toMatchObject({
      courierName: 'Bob',
      courierPhoneNumber: '+12025550100',
      courierVehicle: { make: 'Fiat', color: 'red' },
      pickupEta: second.pickupEta,
      dropoffEta: second.dropoffEta,
      pickupNote: 'ring',
      proofOfDelivery: [{ podType: 'photo_proof_of_pickup' }],
    });
  });

  it('A11 that happened before the last status add what is missing, change nothing else and tell of no failure', async () => {
    const eta = (minute: number) => `2026-03-02T10:0${minute}:00.000Z`;
    await update({ pickupEta: eta(1) });
    db.deps.clock.advance(MINUTE);
    const occurredAt = toInstant(db.deps.clock.now());
    db.deps.clock.advance(MINUTE);
    await update({ status: 'pickup_enroute' });
    const after = await update({
      status: 'failed',
      occurredAt,
      pickupEta: eta(2),
      dropoffEta: eta(3),
      failure: { code: 'other' },
    });
    expect(after).toMatchObject({ pickupEta: eta(1), dropoffEta: eta(3), failure: null });
  });

  it('collect proofs, each once, with an event', async () => {
    const proof = { podType: 'photo_proof_of_delivery', imageUrl: 'https://example.com/1.jpg' };
    await update({ proofOfDelivery: [proof, proof] });
    await update({
      proofOfDelivery: [proof, { podType: 'barcode_scan_on_dropoff', value: '1', status: 'success' }],
    });
    expect((await readJob(db.deps.table, ORG, jobId))!.deliveries[0]!.value.proofOfDelivery).toHaveLength(2);
    expect((await names()).filter((name) => name === 'delivery.proof_of_delivery')).toHaveLength(2);
  });

  it('of another organization, or not to be moved by the caller, are not found alike', async () => {
    const foreign = await update({ status: 'failed' }, 'org_other');
    const forbidden = await update({ status: 'failed' }, ORG, () => false);
    for (const refused of [foreign, forbidden]) {
      expect(isRefusal(refused) && refused.kind).toMatchObject({ code: 'DELIVERY_NOT_FOUND', status: 404 });
    }
    expect(await statuses()).toEqual(['created']);
  });

  it('keep what they do not mention', async () => {
    await update({ courier: { name: 'Ann', phoneNumber: '+12025550100' }, pickupNote: 'ring' });
    await update({ courier: { vehicle: { make: 'Kia' } } });
    const after = await update({ courier: { vehicle: { make: undefined } } });
    expect(after).toMatchObject({
      courierName: 'Ann',
      courierPhoneNumber: '+12025550100',
      courierVehicle: { make: 'Kia' },
      pickupNote: 'ring',
    });
  });
});

describe('9 webhooks of a delivery beside its statuses', () => {
  let db: TestTable;
  const { next, operations } = anyJob();
  const delivery = next.deliveries[0]!.value;
  const digits = next.configurations[0]!.value.package.dropoffLocation.phoneNumber!.slice(-4);

  beforeEach(async () => {
    db = await startTestTable();
    await db.deps.table.write(operations);
  });
  afterEach(() => db.stop());

  const update = (change: DeliveryUpdate) =>
    updateDelivery(db.deps, { organizationId: ORG, deliveryId: delivery.id, may: () => true }, change);

  it('tell of picked items when they change, and not when they are told again', async () => {
    await update({ pickedItems: [{ sku: 'a', quantity: 1 }] });
    await update({ pickedItems: [{ sku: 'a', quantity: 1 }] });
    db.deps.clock.advance(MINUTE);
    await update({ pickedItems: [{ sku: 'a', quantity: 2 }] });
    expect(await db.events('delivery.items_pick_update')).toHaveLength(2);
    expect(WEBHOOK_EVENT_TYPES).toContain('delivery.items_pick_update');
  });

  it('tell of every wrong pincode and once of the right one', async () => {
    const wrong = digits === '0000' ? '1111' : '0000';
    for (const pincode of [wrong, wrong, digits, digits]) await update({ pincode });
    const events = await db.events('delivery.pincode_verification');
    expect(events.map(({ data }) => (data as { isVerified: boolean }).isVerified).sort()).toEqual([
      false,
      false,
      true,
    ]);
    expect((await renderContent(db.deps, events[0]!))?.data).toHaveProperty('jobConfigurations');
  });
});

describe('A11 a status that comes after the delivery has passed it', () => {
  let db: TestTable;
  const { next, operations } = anyJob();
  const delivery = next.deliveries[0]!.value;
  const jobId = next.job.value.id;

  beforeEach(async () => {
    db = await startTestTable();
    await db.deps.table.write(operations);
  });
  afterEach(() => db.stop());

  const update = (change: DeliveryUpdate) =>
    updateDelivery(db.deps, { organizationId: ORG, deliveryId: delivery.id, may: () => true }, change);
  const shown = async () =>
    renderJob((await readJob(db.deps.table, ORG, jobId))!).jobConfigurations[0]!.delivery!;
  const late = async () => (await db.events()).filter(isLateStatus);

  it.each([true, false])(
    'is in the history where it belongs, marked late (told when: %s)',
    async (isTold) => {
      await update({ status: 'pickup_arrived' });
      db.deps.clock.advance(10 * MINUTE);
      const between = toInstant(db.deps.clock.now() - 5 * MINUTE);
      await update({ status: 'dropoff_enroute' });
      db.deps.clock.advance(MINUTE);
      const proof = { podType: 'photo_proof_of_pickup', imageUrl: 'https://example.com/p.jpg' };
      const report: DeliveryUpdate = {
        status: 'pickup_complete',
        proofOfDelivery: [proof],
        ...(isTold ? { occurredAt: between } : {}),
      };
      await update(report);
      await update(report);
      const { status, statusHistory, proofOfDelivery } = await shown();
      expect(status).toBe('dropoff_enroute');
      expect(statusHistory.slice(-3)).toEqual([
        expect.objectContaining({ status: 'pickup_arrived' }),
        {
          created_at: isTold ? between : statusHistory.at(-1)?.created_at,
          status: 'pickup_complete',
          late: true,
        },
        expect.objectContaining({ status: 'dropoff_enroute' }),
      ]);
      expect(proofOfDelivery).toEqual([proof]);
      expect((await late()).map(({ name }) => name)).toEqual(['delivery.pickup_complete']);
    },
  );

  it('is none that comes after the last one, although this clock is behind the one that wrote that', async () => {
    await update({ status: 'assigned_driver' });
    const occurredAt = toInstant(db.deps.clock.now() + 300);
    db.deps.clock.advance(-2_000);
    await update({ status: 'pickup_enroute', occurredAt });
    const { status, statusHistory } = await shown();
    expect(status).toBe('pickup_enroute');
    expect(statusHistory.map(({ created_at }) => created_at)).toEqual(
      statusHistory.map(({ created_at }) => created_at).sort(),
    );
    expect(await late()).toEqual([]);
  });

  it('is not reached a second time when the delivery goes on', async () => {
    await update({ status: 'assigned_driver' });
    await update({ status: 'pickup_enroute', occurredAt: toInstant(db.deps.clock.now() - MINUTE) });
    await update({ status: 'dropoff_complete' });
    expect(await db.events('delivery.pickup_enroute')).toHaveLength(1);
  });

  it('is told once by 20 reports at the same time', async () => {
    await update({ status: 'dropoff_enroute' });
    await Promise.all(Array.from({ length: 20 }, () => update({ status: 'pickup_complete' })));
    expect(await late()).toHaveLength(1);
  });

  it('has a webhook that says so and shows the status that the delivery has', async () => {
    await update({ status: 'dropoff_enroute' });
    await update({ status: 'pickup_complete' });
    const [event] = await late();
    const data = (await renderContent(db.deps, event!))?.data as {
      late: unknown;
      jobConfigurations: { delivery: { status: string; statusHistory: { late?: true }[] } }[];
    };
    expect(data.late).toBe(true);
    expect(data.jobConfigurations[0]?.delivery.status).toBe('dropoff_enroute');
    expect(data.jobConfigurations[0]?.delivery.statusHistory.filter((one) => one.late)).toHaveLength(1);
    const earlier = (await db.events()).find(({ name }) => name === 'delivery.dropoff_enroute')!;
    expect(JSON.stringify((await renderContent(db.deps, earlier))?.data)).not.toContain('"late"');
  });

  it('does not bring back a delivery that has ended, nor end one that goes on', async () => {
    await update({ status: 'pickup_enroute' });
    db.deps.clock.advance(10 * MINUTE);
    await update({ status: 'dropoff_arrived' });
    await update({ status: 'failed', occurredAt: toInstant(db.deps.clock.now() - MINUTE) });
    expect((await shown()).status).toBe('dropoff_arrived');
    await update({ status: 'dropoff_complete' });
    await update({ status: 'pickup_complete', occurredAt: toInstant(db.deps.clock.now() - MINUTE) });
    expect(await shown()).toMatchObject({ status: 'dropoff_complete', isActive: false });
    expect((await late()).map(({ name }) => name).sort()).toEqual([
      'delivery.failed',
      'delivery.pickup_complete',
    ]);
  });
});
