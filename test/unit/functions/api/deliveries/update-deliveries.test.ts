import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

describe('4.7 updates of several deliveries', () => {
  let db: TestTable;
  const { next, operations } = anyJob();
  const deliveryId = next.deliveries[0]!.value.id;
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });

  beforeEach(async () => {
    db = await startTestTable();
    await db.deps.table.write(operations);
  });
  afterEach(() => db.stop());

  const send = async (deliveries: unknown) => {
    const providers = providerRegistry([{ ...provider, isSimulator: true }]);
    const handler = serveArea(deliveriesArea, () => ({ ...db.deps, providers, simulation: true }));
    const verdict = { grant: anyGrant() };
    const event = httpEvent('PATCH /v1/fleet/deliveries', { verdict, body: { deliveries } });
    const { statusCode, body, headers } = await handler(event);
    return { status: statusCode, json: readJson(body, headers['content-type']) };
  };
  const sound = { deliveryId, status: 'assigned_driver' };

  it.each([
    [{ deliveryId, status: 'flying' }, deliveryId, /^deliveries\[0\]\.status: "flying" .* pickup_enroute/],
    [
      { delivery_id: deliveryId, courier: { phone_number: 5 } },
      deliveryId,
      /^deliveries\[0\]\.courier\.phoneNumber: 5 .* string/,
    ],
    [{ deliveryId }, deliveryId, /^deliveries\[0\]: .* at least one field that changes something/],
    [
      { status: 'failed' },
      '',
      /^deliveries\[0\]: .* exactly one of deliveryId and packageExternalIdentifier/,
    ],
    [{ deliveryId: 7, status: 'failed' }, '7', /^deliveries\[0\]\.deliveryId: 7 .* string/],
    [
      { deliveryId, packageExternalIdentifier: 'order-1', status: 'failed' },
      deliveryId,
      /^deliveries\[0\]: .* exactly one of/,
    ],
    [
      { deliveryId, status: 'failed', coordinates: { latitude: 1e300, longitude: 0 } },
      deliveryId,
      /^deliveries\[0\]\.coordinates\.latitude: 1e\+300 /,
    ],
    ['dlv_1', '', /^deliveries\[0\]: "dlv_1" .* an object/],
    [null, '', /^deliveries\[0\]: null .* an object/],
  ])('report the malformed row %j alone and carry out the others', async (row, key, message) => {
    const { status, json } = await send([row, sound]);
    expect(status).toBe(200);
    expect(json.results).toMatchObject([
      {
        deliveryId: key,
        success: false,
        errorCode: 'VALIDATION_ERRORS',
        errorMessage: expect.stringMatching(message),
        delivery: null,
      },
      { deliveryId, success: true, errorCode: null, delivery: { status: 'assigned_driver' } },
    ]);
  });

  it('report every field of a row that does not fit', async () => {
    const { json } = await send([
      { ...sound, coordinates: { latitude: 91, longitude: 0 }, pickupEta: 'soon' },
    ]);
    expect(json.results[0].errorMessage).toMatch(/coordinates\.latitude: 91 .* 90\..*pickupEta: "soon"/);
  });

  it.each([[[]], [Array(101).fill(sound)], ['none']])(
    'are refused as a whole when there are not 1 to 100 rows',
    async (rows) => {
      expect(await send(rows)).toMatchObject({
        status: 422,
        json: {
          error: { code: 'VALIDATION_ERRORS', details: { fields: { deliveries: expect.any(String) } } },
        },
      });
    },
  );
});
