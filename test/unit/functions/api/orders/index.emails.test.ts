import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrder } from '../../../../../functions/api/orders/create-order.ts';
import { type OrdersApi, startOrdersApi, validOrder } from '../../../../support/orders-api.ts';

const SIDES = ['pickup', 'dropoff'] as const;

/** Texts that no mail server takes as one address. */
const NO_ADDRESSES = [
  'ada',
  'ada@example',
  'ada@@example.com',
  'ada@example.com, eve@example.com',
  'Ada <ada@example.com>',
  'ada@exam ple.com',
  'ada@-example.com',
  'ada@127.0.0.1',
  'javascript:alert(1)',
  `${'a'.repeat(65)}@example.com`,
];

const WITH_LINE_BREAKS = [
  'ada@example.com\r\nBcc: eve@example.com',
  'ada@example.com\n',
  '\u0000ada@example.com',
];

describe('49.3 e-mail addresses of orders', () => {
  let api: OrdersApi;
  beforeAll(async () => {
    api = await startOrdersApi();
  });
  afterAll(() => api.stop());

  const create = (fields: object) => api.call(createOrder.routeKey, { body: { ...validOrder, ...fields } });

  it.each(SIDES.flatMap((side) => NO_ADDRESSES.map((email) => ({ field: `${side}Email`, email }))))(
    'an order with $email as $field needs attention, like one with any other invalid value',
    async ({ field, email }) => {
      const { status, json } = await create({ [field]: email });
      expect([status, json.status]).toEqual([200, 'needs_attention']);
      expect(json.validationErrors).toEqual({ [field]: expect.stringContaining('send an e-mail address') });
      const mended = await api.call('PATCH /v1/order/{id}', {
        params: { id: json.id },
        body: { [field]: 'ada@example.com' },
      });
      expect(mended.json).toMatchObject({ status: 'valid', validationErrors: {} });
    },
  );

  it.each(SIDES.flatMap((side) => WITH_LINE_BREAKS.map((email) => ({ field: `${side}Email`, email }))))(
    'a line break in $field is refused: $email',
    async ({ field, email }) => {
      const created = await create({ [field]: email });
      const { json } = await create({});
      const changed = await api.call('PATCH /v1/order/{id}', {
        params: { id: json.id },
        body: { [field]: email },
      });
      for (const { status, json: refusal } of [created, changed]) {
        expect([status, refusal.error.code]).toEqual([422, 'VALIDATION_ERRORS']);
        expect(JSON.stringify(refusal.error)).toContain('line break');
      }
    },
  );

  it.each(['ada@example.com', "o'brien+shop@mail.example.co.uk", 'ada@bücher.example', ''])(
    'an order with "%s" is valid',
    async (email) => {
      const { json } = await create({ pickupEmail: email, dropoffEmail: email });
      expect(json).toMatchObject({ status: 'valid', validationErrors: {} });
    },
  );
});
