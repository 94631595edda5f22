import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOOKUP_RULES, orderRules } from '../../../../../lib/ordering/orders/index.ts';
import { type DispatchApi, startDispatchApi } from '../../../../support/dispatch-api.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { validOrder } from '../../../../support/orders-api.ts';

const { provider } = faultyProvider({ id: 'prv_cheap', name: 'Cheap', priceCents: 400 });

let api: DispatchApi;
beforeEach(async () => {
  api = await startDispatchApi([provider]);
});
afterEach(() => api.stop());

const ROUTE = 'POST /v1/dispatch/order-checks';
const check = (body: object) => api.must(ROUTE, { body });
const fieldsOf = ({ problems }: { problems: { field: string }[] }) => problems.map(({ field }) => field);

/** The dropoff without its address. */
const NO_ADDRESS = Object.fromEntries(
  Object.keys(validOrder)
    .filter((name) => /^dropoff(Address|Lat|Lng|PlaceId)/.test(name))
    .map((name) => [name, null]),
);

describe('44 6 POST /v1/dispatch/order-checks', () => {
  it('finds nothing in an order that a dispatch accepts, and writes nothing', async () => {
    const before = await api.db.items();
    expect(await check(validOrder)).toEqual({ canDispatch: true, problems: [] });
    const written = (await api.db.items()).filter(
      ({ pk, sk }) => !before.some((one) => one.pk === pk && one.sk === sk),
    );
    expect(written.filter(({ type }) => !String(type).startsWith('geocod'))).toEqual([]);
    const { id } = await api.order();
    expect((await api.call('POST /v1/order/{id}/autodispatch', { params: { id } })).status).toBe(200);
  });

  it('names every field that is missing, as the saved order would', async () => {
    const { dropoffPhoneNumber: _, ...given } = { ...validOrder, valueCents: null };
    const checked = await check(given);
    expect(checked.canDispatch).toBe(false);
    expect(fieldsOf(checked)).toEqual(expect.arrayContaining(['valueCents', 'dropoffPhoneNumber']));
    const { validationErrors } = await api.must('POST /v1/order', { body: given });
    expect(
      Object.fromEntries(
        checked.problems.map(({ field, message }: Record<string, string>) => [field, message]),
      ),
    ).toEqual(validationErrors);
  });

  it.each([
    [{ dropoffPhoneNumber: null }, 'dropoffPhoneNumber', 'required-fields-are-there'],
    [{ dropoffPhoneNumber: '12' }, 'dropoffPhoneNumber', 'phones-are-numbers'],
    [{ ...NO_ADDRESS, dropoffAddress: 'Nowhere 1' }, 'dropoffAddress', 'address-can-be-looked-up'],
    [NO_ADDRESS, 'dropoffAddress', 'address-is-given'],
    [{ dropoffAddress: '12 Main St' }, 'dropoffAddress', 'address-is-one'],
    [{ itemsCount: 0 }, 'itemsCount', 'items-are-counted'],
    [{ dispatchStrategyId: 'opt_nobody' }, 'dispatchStrategyId', 'strategy-exists'],
    [{ pickupStoreLocationId: 'stl_nobody' }, 'pickupStoreLocationId', 'store-exists'],
    [
      { deliveryMode: 'scheduled', pickupStartTime: null, pickupEndTime: null },
      'pickupStartTime',
      'windows-are-given',
    ],
  ])('names the rule that %j breaks, and it is a known one', async (change, field, rule) => {
    const { problems } = await check({ ...validOrder, ...change });
    expect(problems).toContainEqual({ field, rule, message: expect.any(String) });
    const known = [...orderRules.map(({ name }) => name), ...LOOKUP_RULES, 'windows-are-given'];
    expect(known).toContain(rule);
  });

  it('names the rule of a saved order that is not changed', async () => {
    const { id } = await api.order({ itemsCount: 0 });
    expect((await check({ orderId: id })).problems).toMatchObject([
      { field: 'itemsCount', rule: 'items-are-counted' },
    ]);
  });

  it('names windows that a scheduled order lacks, and those that have passed since', async () => {
    const bare = { ...validOrder, deliveryMode: 'scheduled' } as Record<string, unknown>;
    for (const side of ['pickup', 'dropoff'])
      for (const end of ['Start', 'End']) delete bare[`${side}${end}Time`];
    const missing = await check(bare);
    expect(fieldsOf(missing)).toEqual(['pickupStartTime', 'dropoffEndTime']);
    expect(missing.problems[0].message).toContain('The order is scheduled but has no time window');
    const inHours = (hours: number) => new Date(api.db.deps.clock.now() + hours * 3_600_000).toISOString();
    const { id } = await api.order({
      ...bare,
      pickupStartTime: inHours(1),
      dropoffEndTime: inHours(2),
    });
    expect(await check({ orderId: id })).toMatchObject({ canDispatch: true });
    api.db.deps.clock.advance(3 * 3_600_000);
    const passed = await check({ orderId: id });
    expect(passed.canDispatch).toBe(false);
    const later = { pickupStartTime: inHours(1), dropoffEndTime: inHours(2) };
    expect(await check({ orderId: id, ...later })).toMatchObject({ canDispatch: true });
    expect(await api.must('GET /v1/order/{id}', { params: { id } })).toMatchObject({ version: 1 });
  });

  it('names a strategy that does not exist', async () => {
    expect(fieldsOf(await check({ ...validOrder, dispatchStrategyId: 'opt_nobody' }))).toEqual([
      'dispatchStrategyId',
    ]);
  });

  it('refuses the check of an order that nobody can change, see or find', async () => {
    const { id } = await api.order();
    await api.must('POST /v1/order/{id}/autodispatch', { params: { id } });
    expect((await api.call(ROUTE, { body: { orderId: id } })).json.error.code).toBe(
      'ORDER_ALREADY_DISPATCHED',
    );
    expect((await api.call(ROUTE, { body: { orderId: 'nobody' } })).status).toBe(404);
    const grant = { storeLocationIds: ['stl_other'] };
    expect((await api.call(ROUTE, { grant, body: { orderId: id } })).status).toBe(404);
    expect((await api.call(ROUTE, { grant, body: validOrder })).json.error.code).toBe('PICKUP_NOT_IN_SCOPE');
  });
});
