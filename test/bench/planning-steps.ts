import { parseArgs } from 'node:util';
import { planningArea } from '../../functions/api/planning/index.ts';
import { defineProblem, solve } from '../../lib/engines/optimization/index.ts';
import { estimatedTravel, type Travel } from '../../lib/engines/travel/index.ts';
import {
  cachedTravel,
  finishOptimization,
  prepareOptimization,
  type RunDeps,
  runFiles,
  solvePart,
  splitAgain,
} from '../../lib/fleet/planning/index.ts';
import { orderEntity } from '../../lib/ordering/orders/index.ts';
import { serveArea } from '../../lib/platform/http/index.ts';
import { create } from '../../lib/platform/table/index.ts';
import { anyOrder } from '../support/builders/any-order.ts';
import { anyGrant, httpEvent } from '../support/http-event.ts';
import { memoryBucket } from '../support/memory-bucket.ts';
import { type ServedTable, startServedTable } from '../support/test-table.ts';
import { countUnits } from './count-units.ts';
import { PRICES } from './prices.ts';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { scale: { type: 'string', default: '1' }, direct: { type: 'boolean', default: false } },
});

const sizes = positionals.length > 0 ? positionals.map(Number) : [100, 500, 1_000, 5_000];
const scale = Number(flags.scale);
if (sizes.some((size) => !(size >= 2)) || !(scale > 0)) {
  console.error('usage: bench:planning:steps -- [--scale S] [--direct] [ORDERS...]');
  process.exit(2);
}

/** Search time in milliseconds per order, at the level that strategies have by default. */
const MS_OF_ORDER = 100 * scale;

/** Cost of one matrix element on Amazon Location in dollars; list price, Core. */
const MATRIX_ELEMENT = 0.5 / 1_000;

for (const size of sizes) await bench(size);
await billOfMatrix(500);

/** From orders to saved routes. */
async function bench(size: number): Promise<void> {
  const db = await startServedTable();
  const units = countUnits(db.client);
  const ids = await makeOrders(db, size);
  const roads = timed(estimatedTravel());
  const bucket = memoryBucket();
  const deps: RunDeps = {
    ...db.deps,
    travel: roads.travel,
    bucket,
    timeLimitMs: (orders) => Math.max(1_000, orders * MS_OF_ORDER),
  };
  units();
  const spent: Record<string, number> = {};
  const step = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const from = performance.now();
    const result = await work();
    spent[name] = (spent[name] ?? 0) + performance.now() - from;
    return result;
  };
  const handler = serveArea(planningArea, () => ({ ...db.deps, travel: roads.travel }));
  const request = httpEvent('POST /v1/activities/optimization', {
    verdict: { grant: anyGrant({}) },
    body: { orderIds: ids, save: true },
  });
  const { body } = await step('request', () => handler(request));
  const of = { organizationId: 'org_test', activityId: String(JSON.parse(body).id) };
  let next = await step('problem', () => prepareOptimization(deps, of));
  const isSplit = next.isSplit;
  const files = runFiles(bucket, of);
  for (;;) {
    const { round, parts } = next;
    for (const part of parts) await step('solve', () => solvePart(deps, { ...of, round, part }));
    if (!next.isSplit) break;
    next = await step('problem', () => splitAgain(deps, { ...of, round }));
  }
  const { round, parts } = next;
  const run = (await files.read('problem'))!;
  const solved = await Promise.all(parts.map((part) => files.read('solution', round, part)));
  const cost = solved.reduce((sum, one) => sum + (one?.cost ?? 0), 0);
  const leftOut = solved.reduce((sum, one) => sum + (one?.unassigned.length ?? 0), 0);
  await step('save', () => finishOptimization(deps, of));
  const counted = units();
  spent.matrix = roads.spentMs();
  spent.solve = (spent.solve ?? 0) - spent.matrix;
  const whole = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
  const { solve: searching = 0 } = spent;
  const direct = flags.direct || !isSplit ? await directly(run, size) : undefined;
  const seconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`;
  console.log(`\n${size} orders`);
  const rows: [string, string][] = [
    ['request, orders read', seconds(spent.request)],
    [isSplit ? 'problem and splits' : 'problem', seconds(spent.problem)],
    ['matrix', seconds(spent.matrix)],
    [`solve, ${parts.length} ${isSplit ? 'parts one after another' : 'part'}`, seconds(searching)],
    ['save', seconds(spent.save)],
    ['all but solving', `${(((whole - searching) / whole) * 100).toFixed(1)} %`],
    ['cost of the routes', planned(cost, leftOut)],
    ['by the solver called directly', direct ? planned(direct.costs.total, direct.unassigned.length) : '-'],
    ['DynamoDB calls per order', (counted.calls / size).toFixed(2)],
    ['read units per order', (counted.readUnits / size).toFixed(2)],
    ['write units per order', (counted.writeUnits / size).toFixed(2)],
    ['peak memory of the process', `${Math.round(process.resourceUsage().maxRSS / 1024)} MB`],
    ['price of the run', `$${priceOf(spent, counted, (round + 1) * (parts.length + 2)).toFixed(4)}`],
  ];
  for (const [name, value] of rows) console.log(`${name.padEnd(40)} ${value}`);
  await db.stop();
}

/** The solver alone, on the same problem for the same time. */
async function directly(
  run: NonNullable<Awaited<ReturnType<ReturnType<typeof runFiles>['read']>>>,
  size: number,
) {
  if (!('input' in run)) throw new Error('There is no problem.');
  const { seconds, meters } = await estimatedTravel().matrix(run.points, { profile: 'car' });
  const travel = {
    locationCount: run.points.length,
    tables: { car: { durations: seconds, distances: meters } },
  };
  const timeLimitMs = Math.max(1_000, size * MS_OF_ORDER);
  return solve(defineProblem({ ...run.input, travel }), { seed: 1, timeLimitMs });
}

function planned(cents: number, leftOut: number): string {
  return `${(cents / 100).toFixed(2)}, ${leftOut} orders left out`;
}

/** Dollars: functions by their memory, DynamoDB, transitions, at list prices. */
function priceOf(
  spent: Readonly<Record<string, number>>,
  { readUnits, writeUnits }: { readonly readUnits: number; readonly writeUnits: number },
  steps: number,
): number {
  const { request = 0, problem = 0, matrix = 0, solve: solving = 0, save = 0 } = spent;
  const gigabyteSeconds = (request * 0.5 + (problem + save) * 2.94 + (matrix + solving) * 1.73) / 1000;
  const transitions = 3 + steps;
  return (
    gigabyteSeconds * PRICES.gigabyteSecond +
    readUnits * PRICES.readUnit +
    writeUnits * PRICES.writeUnit +
    transitions * PRICES.transition
  );
}

/** Travel whose matrices are timed. */
function timed(travel: Travel): { readonly travel: Travel; spentMs(): number } {
  let spent = 0;
  return {
    spentMs: () => spent,
    travel: {
      ...travel,
      async matrix(...of) {
        const from = performance.now();
        const answer = await travel.matrix(...of);
        spent += performance.now() - from;
        return answer;
      },
    },
  };
}

/** Creates valid orders in the table, 250 per depot, spread over its town. Returns their ids. */
async function makeOrders(db: ServedTable, size: number): Promise<readonly string[]> {
  const depots = Math.max(1, Math.round(size / 250));
  const orders = Array.from({ length: size }, (_, index) => {
    const depot = index % depots;
    const [lat, lng] = [52 + (depot % 5) * 0.2, 13 + Math.floor(depot / 5) * 0.3];
    return anyOrder({
      organizationId: 'org_test',
      id: `ord_01KJQ0000000000000000${String(index).padStart(5, '0')}`,
      pickupLat: lat,
      pickupLng: lng,
      dropoffLat: lat + (((index * 7_919) % 1_000) / 1_000 - 0.5) * 0.25,
      dropoffLng: lng + (((index * 104_729) % 1_000) / 1_000 - 0.5) * 0.4,
      pickupStartTime: '2026-03-02T10:00:00.000Z',
      pickupEndTime: '2026-03-02T12:00:00.000Z',
      dropoffStartTime: '2026-03-02T10:00:00.000Z',
      dropoffEndTime: '2026-03-02T18:00:00.000Z',
    });
  });
  for (let from = 0; from < size; from += 50)
    await db.deps.table.write(orders.slice(from, from + 50).map((order) => create(orderEntity, order)));
  return orders.map(({ id }) => id);
}

/** Cost of a matrix on Amazon Location: the first time, again, and the next day with a fifth of its customers new. */
async function billOfMatrix(size: number): Promise<void> {
  const db = await startServedTable();
  const units = countUnits(db.client);
  let pairs = 0;
  const roads: Travel = {
    ...estimatedTravel(),
    name: 'amazon-location',
    isEstimate: false,
    async matrix(points, conditions, ends = points) {
      pairs += points.length * ends.length;
      return estimatedTravel().matrix(points, conditions, ends);
    },
  };
  const places = (from: number) =>
    Array.from({ length: size + 1 }, (_, index) => ({
      lat: 52 + (((from + index) * 7_919) % 10_007) / 40_000,
      lng: 13 + (((from + index) * 104_729) % 10_009) / 25_000,
    }));
  console.log(`\nA matrix of ${size} orders on Amazon Location, $${MATRIX_ELEMENT * 1_000} for 1,000 pairs`);
  for (const [name, from] of [
    ['without anything remembered', 0],
    ['once more', 0],
    ['a fifth of the customers new', size / 5],
  ] as const) {
    units();
    pairs = 0;
    await cachedTravel(db.deps, roads, 'org_test').matrix(places(from), { profile: 'car' });
    const { calls, readUnits, writeUnits } = units();
    const table = readUnits * PRICES.readUnit + writeUnits * PRICES.writeUnit;
    const dollars = `$${(pairs * MATRIX_ELEMENT).toFixed(2)} and $${table.toFixed(4)} for the table`;
    console.log(`${name.padEnd(40)} ${pairs} pairs, ${dollars}, ${calls} calls`);
  }
  await db.stop();
}
