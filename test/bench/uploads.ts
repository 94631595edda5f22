/**
 * `npm run bench:uploads`: a file of 10,000 orders, previewed and imported in one process on the table in memory. Times and
 * memory depend on the machine; calls do not.
 */
import { storesArea } from '../../functions/api/stores/index.ts';
import { uploadsArea } from '../../functions/api/uploads/index.ts';
import { worker as doBulkWork } from '../../functions/workers/do-bulk-work.ts';
import { worker as splitUploads } from '../../functions/workers/split-uploads.ts';
import { searchGazetteer } from '../../lib/engines/geocoding/index.ts';
import { uploadKey } from '../../lib/operations/uploads/index.ts';
import { organizationEntity } from '../../lib/platform/organization/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { startDispatchApi } from '../support/dispatch-api.ts';
import { countUnits } from './count-units.ts';
import { PRICES } from './prices.ts';
import { tableOf } from './print-table.ts';

const ROWS = 10_000;

/** Addresses that were looked up on the map. */
let lookUps = 0;

const api = await startDispatchApi([], {
  areas: [uploadsArea, storesArea],
  workers: [splitUploads, doBulkWork],
  extra: () => ({
    geocoder: {
      geocode: async (query: never) => {
        lookUps += 1;
        return searchGazetteer(query);
      },
    },
  }),
});
const at = '2026-03-01T00:00:00.000Z';
const organization = { id: 'org_test', name: 'Bench', listShards: 1, createdAt: at, updatedAt: at };
await api.deps.table.write([
  create(organizationEntity, organizationEntity.definition.schema.parse(organization)),
]);
const store = await api.must('POST /v1/store_locations', {
  body: { name: 'Bakery', phoneNumber: '+14155550100', address: '1 Mission Street, San Francisco, CA 94105' },
});
const rows = Array.from(
  { length: ROWS },
  (_, index) =>
    `bench-${index},Ada Byron,"${1 + (index % 900)} Market Street",San Francisco,94103,+14155550101,25.90,Bread 2x`,
);
const header = 'Order number,Name,Street,City,Zip,Dropoff phone,Value,Items';
const content = Buffer.from([header, ...rows].join('\n'));
const upload = await api.must('POST /v1/uploads', { body: { kind: 'orders', fileName: 'bench.csv' } });
await api.deps.bucket.put('org_test', uploadKey(upload.id), content, 'text/csv');

const units = countUnits(api.db.client);
let highest = 0;
const timed = async (work: () => Promise<unknown>) => {
  units();
  lookUps = 0;
  const startedAt = performance.now();
  await work();
  highest = Math.max(highest, process.memoryUsage().rss);
  return { seconds: (performance.now() - startedAt) / 1000, lookUps, ...units() };
};
const params = { id: upload.id };
const body = { values: { pickupStoreLocationId: store.id } };
const previewed = await timed(() => api.must('POST /v1/uploads/{id}/preview', { params, body }));
const imported = await timed(async () => {
  await api.must('POST /v1/uploads/{id}/import', { params, body });
  await api.drain();
});
const result = String(await api.must('GET /v1/uploads/{id}/result', { params }));
const done = [...result.matchAll(/^\d+,done,ord_/gm)].length;
/** What the map costs for addresses that it was not asked for before, which is most of the price of an import. */
const dollarsForMap = ({ lookUps: asked }: { readonly lookUps: number }) =>
  (asked * PRICES.storedLookUp).toFixed(2);
const perRow = (value: number) => (value / ROWS).toFixed(2);
console.log(
  tableOf(
    ['a file of 10,000 orders', 'preview', 'import'],
    [
      ['seconds', previewed.seconds.toFixed(2), imported.seconds.toFixed(1)],
      ['calls of DynamoDB', previewed.calls, imported.calls],
      ['calls a row', perRow(previewed.calls), perRow(imported.calls)],
      ['addresses looked up', previewed.lookUps, imported.lookUps],
      ['dollars for these, each asked once', dollarsForMap(previewed), dollarsForMap(imported)],
    ],
  ),
);
console.log(
  `\n${done} of ${ROWS} rows done. Memory of the process, table and bucket included: ${Math.round(highest / 1e6)} MB.`,
);
await api.stop();
process.exitCode = done === ROWS ? 0 : 1;
