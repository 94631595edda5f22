import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deliveriesArea } from '../../../../../functions/api/deliveries/index.ts';
import { packageClaimEntity } from '../../../../../lib/fulfilment/jobs/index.ts';
import { providerRegistry } from '../../../../../lib/fulfilment/providers/index.ts';
import { serveArea } from '../../../../../lib/platform/http/index.ts';
import { create } from '../../../../../lib/platform/table/index.ts';
import { readJson } from '../../../../support/api-call.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';
import { faultyProvider } from '../../../../support/faulty-provider.ts';
import { anyGrant, httpEvent } from '../../../../support/http-event.ts';
import { startTestTable, type TestTable } from '../../../../support/test-table.ts';

describe('5 a key limited to store locations', () => {
  let db: TestTable;
  const { next, operations } = anyJob({
    package: { pickupStoreLocationId: 'store_1' },
  });
  const deliveryId = next.deliveries[0]!.value.id;
  const { provider } = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 100 });

  beforeEach(async () => {
    db = await startTestTable();
    const { organizationId, jobId, id: configurationId } = next.configurations[0]!.value;
    const claim = { organizationId, externalIdentifier: 'order-1', ownerId: jobId, jobId, configurationId };
    await db.deps.table.write([...operations, create(packageClaimEntity, claim)]);
  });
  afterEach(() => db.stop());

  const call = async (routeKey: string, storeLocationIds: string[], body: object) => {
    const providers = providerRegistry([{ ...provider, isSimulator: true }]);
    const handler = serveArea(deliveriesArea, () => ({ ...db.deps, providers, simulation: true }));
    const params = { delivery_id: deliveryId };
    const verdict = { grant: anyGrant({ storeLocationIds }) };
    const { statusCode, body: text, headers } = await handler(httpEvent(routeKey, { verdict, params, body }));
    return { status: statusCode, json: readJson(text, headers['content-type']) };
  };

  it.each(['PATCH /v1/fleet/deliveries/{delivery_id}', 'POST /v1/deliveries/{delivery_id}/simulate'])(
    'moves deliveries of these stores only: %s',
    async (routeKey) => {
      const foreign = await call(routeKey, ['store_2'], { status: 'failed' });
      expect(foreign).toMatchObject({ status: 404, json: { error: { code: 'DELIVERY_NOT_FOUND' } } });
      const own = await call(routeKey, ['store_1'], { status: 'assigned_driver' });
      expect(own).toMatchObject({ status: 200, json: { status: 'assigned_driver' } });
    },
  );

  it('moves deliveries of these stores only in a bulk', async () => {
    const rows = { deliveries: [{ deliveryId, status: 'failed' }] };
    const { json } = await call('PATCH /v1/fleet/deliveries', ['store_2'], rows);
    expect(json.results).toMatchObject([{ success: false, errorCode: 'DELIVERY_NOT_FOUND' }]);
  });

  it('learns no more of the package of another store than of an unknown one', async () => {
    const named = (packageExternalIdentifier: string) => ({ packageExternalIdentifier, status: 'failed' });
    const rows = { deliveries: [named('order-1'), named('order-9')] };
    const { json } = await call('PATCH /v1/fleet/deliveries', ['store_2'], rows);
    const carried = (name: string) => `No delivery carries a package "${name}".`;
    expect(json.results.map((row: { errorMessage: string }) => row.errorMessage)).toEqual([
      carried('order-1'),
      carried('order-9'),
    ]);
    const own = await call('PATCH /v1/fleet/deliveries', ['store_1'], { deliveries: [named('order-1')] });
    expect(own.json.results).toMatchObject([{ success: true }]);
  });
});
