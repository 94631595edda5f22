import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { receiveProviderUpdate } from '../../../../../../lib/fulfilment/jobs/index.ts';
import type { ProviderUpdate } from '../../../../../../lib/fulfilment/providers/index.ts';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import { UNUSABLE_LINKS } from '../../../../../support/attacks/closed-addresses.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import { recordingLog } from '../../../../../support/recording-log.ts';
import { startTestTable, type TestTable } from '../../../../../support/test-table.ts';

describe('news from a provider', () => {
  let db: TestTable;
  const { next, operations } = anyJob();
  const { id: deliveryId, organizationId, providerId } = next.deliveries[0]!.value;
  beforeEach(async () => {
    db = await startTestTable();
    await db.deps.table.write(operations);
  });
  afterEach(() => db.stop());

  const receive = (update: ProviderUpdate, from = { organizationId, providerId }) =>
    receiveProviderUpdate(db.deps, from, { deliveryId, ...update });

  it('reaches the delivery with all that it says', async () => {
    const proof = { podType: 'photo_proof_of_delivery', imageUrl: 'https://example.com/1.jpg' };
    expect(await receive({ status: 'dropoff_complete', proofOfDelivery: [proof] })).toMatchObject({
      status: 'dropoff_complete',
      proofOfDelivery: [proof],
    });
  });

  it('about a delivery that another provider carries, under any name, is not found', async () => {
    for (const refused of [
      await receive({ status: 'failed' }, { organizationId, providerId: 'prv_other' }),
      await receive({ status: 'failed', providerDeliveryId: 'not-this-one' }),
      await receiveProviderUpdate(db.deps, { organizationId, providerId }, { status: 'failed' }),
    ]) {
      expect(isRefusal(refused) && refused.kind.code).toBe('DELIVERY_NOT_FOUND');
    }
  });

  it('of a status that there is not brings the rest, and is told of in the log', async () => {
    const log = recordingLog();
    const update = { deliveryId, status: 'teleported', courier: { name: 'Ann' } };
    const after = await receiveProviderUpdate({ ...db.deps, log }, { organizationId, providerId }, update);
    expect(after).toMatchObject({ status: 'created', courierName: 'Ann' });
    expect(log.entries).toMatchObject([
      { code: 'deliveries.unknown-status', fields: { reported: 'teleported' } },
    ]);
  });
  it.each(UNUSABLE_LINKS)('49.4 keeps no picture at %j, and the rest', async (url) => {
    const scanned = { podType: 'barcode_scan_on_pickup', value: '42', status: 'success' };
    const after = await receive({
      status: 'dropoff_complete',
      courier: { name: 'Ann', profileImageUrl: url },
      proofOfDelivery: [{ podType: 'photo_proof_of_delivery', imageUrl: url }, scanned],
    });
    expect(after).toMatchObject({
      status: 'dropoff_complete',
      courierName: 'Ann',
      courierProfileImage: null,
      proofOfDelivery: [scanned],
    });
  });
});
