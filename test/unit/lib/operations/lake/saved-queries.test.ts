import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import type { Stop } from '../../../../../lib/fleet/routes/index.ts';
import type { Fact } from '../../../../../lib/operations/insight/index.ts';
import { LAKE_TABLES, SAVED_QUERIES } from '../../../../../lib/operations/lake/index.ts';
import { lakeKey } from '../../../../../lib/operations/lake/lake-key.ts';
import type { LakeTable } from '../../../../../lib/operations/lake/lake-table.ts';
import { parquetFile } from '../../../../../lib/operations/lake/parquet-file.ts';
import { attemptsTable } from '../../../../../lib/operations/lake/tables/attempts-table.ts';
import { ordersTable } from '../../../../../lib/operations/lake/tables/orders-table.ts';
import { routesTable } from '../../../../../lib/operations/lake/tables/routes-table.ts';
import { stopsTable } from '../../../../../lib/operations/lake/tables/stops-table.ts';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const TABLES_PAGE = new URL('../../../../../lib/operations/lake/TABLES.md', import.meta.url);

/** A fact at nine o'clock. */
const fact = (id: string, of: Partial<Fact>): Fact => ({
  organizationId: 'org_a',
  minute: '2026-03-05T09:10',
  id,
  revision: 1,
  about: {},
  places: {},
  sums: {},
  ...of,
});

const order = (id: string) =>
  fact(`evt_${id}`, {
    about: { orderId: id },
    places: { store: ['store_x'] },
    sums: { ordersCreated: 1 },
  });

const attempt = (id: string, orderId: string, sums: Fact['sums']) =>
  fact(id, {
    about: { orderId, jobId: `job_${orderId}`, routeId: 'rte_1' },
    places: { provider: ['prv_one'], zone: ['zone_n', 'zone_s'], currency: ['GBP'] },
    sums: { attempts: 1, ...sums },
  });

const route = fact('rte_1', {
  about: { routeId: 'rte_1' },
  places: { driverGroup: ['cntr_1'] },
  sums: { routes: 1, routeStops: 1 },
});

const stop = {
  id: 'stp_1',
  stopType: 'DROPOFF',
  status: 'COMPLETED',
  objectIds: ['ord_1'],
  plannedArrivalTime: '2026-03-05T09:00:00.000Z',
  distanceFromPrevious: 900,
  durationFromPrevious: 120,
  statusHistory: [
    { status: 'IN_PROGRESS', created_at: '2026-03-05T09:06:00.000Z' },
    { status: 'COMPLETED', created_at: '2026-03-05T09:09:00.000Z' },
  ],
} as unknown as Stop;

/** The files of a day as `aws s3 sync` copies them; returns the folder in which `lake` is. */
function copiedFiles(): string {
  const folder = temporaryDirectory('lake');
  const put = <Row>(table: LakeTable<Row>, rows: readonly Row[]) => {
    const key = lakeKey({ table: table.name, organizationId: 'org_a', hour: '2026-03-05T09', part: 0 });
    mkdirSync(join(folder, dirname(key)), { recursive: true });
    writeFileSync(join(folder, key), parquetFile(table, rows));
  };
  put(ordersTable, [order('ord_1'), order('ord_2')]);
  put(attemptsTable, [
    attempt('tsk_1', 'ord_1', { failed: 1, costCents: 300 }),
    attempt('tsk_2', 'ord_1', {
      delivered: 1,
      failovers: 1,
      timed: 1,
      late: 1,
      lateSeconds: 600,
      arrived: 1,
      secondsToDelivery: 7_200,
      costCents: 900,
    }),
    attempt('tsk_3', 'ord_2', {
      delivered: 1,
      timed: 1,
      onTime: 1,
      arrived: 1,
      secondsToDelivery: 1_800,
      costCents: 700,
    }),
  ]);
  put(routesTable, [route]);
  put(stopsTable, [{ fact: route, stop, position: 1 }]);
  return folder;
}

const EXPECTED: Readonly<Record<string, readonly object[]>> = {
  'providers-by-zone-and-hour': ['zone_n', 'zone_s'].map((zone_id) => ({
    provider_id: 'prv_one',
    zone_id,
    hour_utc: 9,
    currency: 'GBP',
    deliveries: 2,
    share_on_time: 0.5,
    minutes_late_on_average: 5,
    cents_on_average: 800,
  })),
  'what-failed-attempts-cost': [
    {
      store_id: 'store_x',
      currency: 'GBP',
      orders: 2,
      with_several_attempts: 1,
      failed_cents: 300,
      minutes_with_several: 120,
      minutes_with_one: 30,
    },
  ],
  'where-drivers-wait': [
    {
      driver_group_id: 'cntr_1',
      stop_type: 'DROPOFF',
      hour_utc: 9,
      stops: 1,
      minutes_on_average: 3,
      seconds_at_most: 180,
      minutes_behind_plan: 6,
    },
  ],
};

it('46 2: the documented line and every saved query answer in DuckDB over copied files', async () => {
  const folder = copiedFiles();
  const connection = await (await DuckDBInstance.create()).connect();
  const ask = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson().map((row) =>
      // Whole numbers of 64 bits are texts in JSON.
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value,
        ]),
      ),
    );
  const inFolder = (text: string) => text.replaceAll("'lake/", `'${folder}/lake/`);
  const [, documented = ''] = /^duckdb -c "(.*)"$/m.exec(readFileSync(TABLES_PAGE, 'utf8')) ?? [];
  expect(await ask(`${inFolder(documented)} ORDER BY 1`)).toEqual([
    { outcome: 'delivered', 'count_star()': 2 },
    { outcome: 'failed', 'count_star()': 1 },
  ]);
  for (const { name } of LAKE_TABLES) {
    const files = `read_parquet('${folder}/lake/${name}/*/*/*.parquet', hive_partitioning = true)`;
    await connection.run(`CREATE VIEW ${name} AS FROM ${files}`);
  }
  for (const { name, sql } of SAVED_QUERIES) {
    const asked = sql
      .replaceAll('ORGANIZATION', 'org_a')
      .replaceAll('FIRST_DAY', '2026-03-01')
      .replaceAll('LAST_DAY', '2026-03-31');
    expect(await ask(asked), name).toEqual(EXPECTED[name]);
  }
  connection.closeSync();
});
