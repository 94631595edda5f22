import * as z from 'zod';
import type { Travel, TravelConditions, TravelMatrix } from '../../engines/travel/index.ts';
import type { Point } from '../../platform/core/geography.ts';
import { digest } from '../../platform/core/ids.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, type Stored, save } from '../../platform/table/index.ts';

/** Roads change slowly, and the traffic at a given hour of the week is similar from week to week. Days. */
const RETENTION_DAYS = 30;
const DAY_MS = 86_400_000;

/** Maximum number of pairs kept for one origin, about 150 kB. The oldest are dropped first. */
const MAX_PAIRS = 5_000;

/** Decimals to which points are rounded: 11 m. */
const DECIMALS = 4;

/** Origins in one transaction, and origins written at a time. */
const PORTION = 20;
const WIDTH = 4;

const rowSchema = z.object({
  organizationId: z.string(),
  /** Digest of everything but the points that an answer depends on. */
  conditions: z.string(),
  origin: z.string(),
  /** Destinations with seconds, metres and the day of the answer: `52.5100,13.4000 612 5431 20781`, a line each. */
  pairs: z.string(),
  day: z.int(),
});
type TravelRow = z.infer<typeof rowSchema>;

/** Known travel from one rounded point. */
export const travelRowEntity = defineEntity<
  TravelRow,
  Pick<TravelRow, 'organizationId' | 'conditions' | 'origin'>
>({
  name: 'travelRow',
  schema: rowSchema,
  partition: ({ organizationId, conditions, origin }) => ({
    organizationId,
    type: 'travel',
    id: `${conditions}:${origin}`,
  }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ day }) => ((day + RETENTION_DAYS) * DAY_MS) / 1000,
});

interface Way {
  readonly seconds: number;
  readonly meters: number;
  readonly day: number;
}

/**
 * Travel that remembers its matrices: each pair of rounded points for 30 days, together with whatever else the answer
 * depends on (source, profile, size of the truck, hour of the week, areas). Only missing pairs are requested, as whole
 * rows and columns of new points. Estimates are not remembered.
 */
export function cachedTravel(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  travel: Travel,
  organizationId: string,
): Travel {
  if (travel.isEstimate) return travel;
  return Object.freeze({
    ...travel,
    async matrix(points: readonly Point[], conditions: TravelConditions, ends: readonly Point[] = points) {
      if (conditions.profile === 'straight-line') return travel.matrix(points, conditions, ends);
      const today = Math.floor(deps.clock.now() / DAY_MS);
      const key = digest('travel', travel.name, JSON.stringify(relevant(conditions)));
      const rows = await readRows(deps, { organizationId, conditions: key }, points, today);
      const added = await askMissing(travel, conditions, { points, ends, rows, today });
      await writeRows(deps, { organizationId, conditions: key }, rows, added, today);
      return matrixOf(points, ends, rows);
    },
  });
}

/** What an answer depends on besides its points. Traffic depends on the hour of the week. */
function relevant({ profile, departAt, truck = {}, avoid = [] }: TravelConditions) {
  const at = departAt === undefined ? undefined : new Date(departAt);
  return { profile, hour: at ? at.getUTCDay() * 24 + at.getUTCHours() : null, truck, avoid };
}

function keyOf({ lat, lng }: Point): string {
  return `${lat.toFixed(DECIMALS)},${lng.toFixed(DECIMALS)}`;
}

type Rows = ReadonlyMap<
  string,
  { readonly stored: Stored<TravelRow> | undefined; readonly ways: Map<string, Way> }
>;

async function readRows(
  { table }: Pick<CoreDeps, 'table'>,
  place: Pick<TravelRow, 'organizationId' | 'conditions'>,
  points: readonly Point[],
  today: number,
): Promise<Rows> {
  const origins = [...new Set(points.map(keyOf))];
  const found = await table.getMany(
    travelRowEntity,
    origins.map((origin) => ({ ...place, origin })),
  );
  return new Map(
    origins.map((origin, index) => [
      origin,
      { stored: found[index], ways: waysOf(found[index]?.value.pairs ?? '', today) },
    ]),
  );
}

function waysOf(pairs: string, today: number): Map<string, Way> {
  const ways = new Map<string, Way>();
  for (const line of pairs.split('\n')) {
    const [end = '', seconds, meters, day] = line.split(' ');
    if (Number(day) > today - RETENTION_DAYS)
      ways.set(end, { seconds: Number(seconds), meters: Number(meters), day: Number(day) });
  }
  return ways;
}

/** Requests what is missing and adds it to the rows. Returns the origins with new pairs. */
async function askMissing(
  travel: Travel,
  conditions: TravelConditions,
  of: {
    readonly points: readonly Point[];
    readonly ends: readonly Point[];
    readonly rows: Rows;
    readonly today: number;
  },
): Promise<ReadonlySet<string>> {
  const { rows, today } = of;
  const origins = byKey(of.points);
  const ends = byKey(of.ends);
  const added = new Set<string>();
  const ask = async (from: ReadonlyMap<string, Point>, to: ReadonlyMap<string, Point>) => {
    if (from.size === 0 || to.size === 0) return;
    const { seconds, meters } = await travel.matrix([...from.values()], conditions, [...to.values()]);
    let at = 0;
    for (const origin of from.keys()) {
      added.add(origin);
      for (const end of to.keys()) {
        rows.get(origin)!.ways.set(end, { seconds: seconds[at]!, meters: meters[at]!, day: today });
        at += 1;
      }
    }
  };
  const missingOf = (origin: string) =>
    new Map([...ends].filter(([end]) => end !== origin && !rows.get(origin)!.ways.has(end)));
  // A new point has no row yet; as a new destination it is also missing from all other rows.
  const isNew = (origin: string) => missingOf(origin).size > ends.size / 2;
  const fresh = new Map([...origins].filter(([origin]) => isNew(origin)));
  await ask(fresh, ends);
  const known = new Map([...origins].filter(([origin]) => !fresh.has(origin) && missingOf(origin).size > 0));
  const columns = new Map([...known.keys()].flatMap((origin) => [...missingOf(origin)]));
  const pairs = known.keys().reduce((sum, origin) => sum + missingOf(origin).size, 0);
  if (pairs * 2 >= known.size * columns.size) await ask(known, columns);
  else for (const [origin, point] of known) await ask(new Map([[origin, point]]), missingOf(origin));
  return added;
}

function byKey(points: readonly Point[]): ReadonlyMap<string, Point> {
  return new Map(points.map((point) => [keyOf(point), point]));
}

/**
 * Writes rows with new pairs. A row that somebody else wrote meanwhile stays as it is; its missing pairs are requested
 * again next time.
 */
async function writeRows(
  { table }: Pick<CoreDeps, 'table'>,
  place: Pick<TravelRow, 'organizationId' | 'conditions'>,
  rows: Rows,
  added: ReadonlySet<string>,
  today: number,
): Promise<void> {
  const writes = [...added].map((origin) => {
    const { stored, ways } = rows.get(origin)!;
    const kept = [...ways].toSorted(([, a], [, b]) => b.day - a.day).slice(0, MAX_PAIRS);
    const pairs = kept.map(([end, way]) => `${end} ${way.seconds} ${way.meters} ${way.day}`).join('\n');
    return save(travelRowEntity, stored, { ...place, origin, pairs, day: today });
  });
  const portions = Array.from({ length: Math.ceil(writes.length / PORTION) }, (_, index) =>
    writes.slice(index * PORTION, (index + 1) * PORTION),
  );
  await mapConcurrently(portions, WIDTH, (portion) => table.write(portion));
}

function matrixOf(points: readonly Point[], ends: readonly Point[], rows: Rows): TravelMatrix {
  const seconds = new Int32Array(points.length * ends.length);
  const meters = new Int32Array(points.length * ends.length);
  const endKeys = ends.map(keyOf);
  let at = 0;
  for (const point of points) {
    const origin = keyOf(point);
    const { ways } = rows.get(origin)!;
    for (const end of endKeys) {
      const way = end === origin ? undefined : ways.get(end);
      seconds[at] = way?.seconds ?? 0;
      meters[at] = way?.meters ?? 0;
      at += 1;
    }
  }
  return { seconds, meters };
}
