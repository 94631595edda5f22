import {
  countsOf,
  EVERYWHERE,
  type Outcomes,
  type Scorecard,
  scorecardEntity,
} from '../../fulfilment/strategies/index.ts';
import { toInstant } from '../../platform/core/clock.ts';
import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { save, type Table } from '../../platform/table/index.ts';
import { addDays, datesBetween, readCalendar } from './calendar.ts';
import { type Cell, MAX_CELLS, Sum } from './counts.ts';
import { cubeNamed } from './cubes.ts';
import { cellsOfDay, cellsOfDays, MAX_CELLS_OF_DAY } from './day-counts.ts';
import type { Dimension } from './dimensions.ts';

/** Number of days before today that count, beside today. */
const DAYS = 28;

/** The counts that cards are made of. */
const BY_HOUR = 'provider.hour';
const BY_ZONE = 'provider.zone.hour';

/** What the cells of an open day are split by. */
const OF_CARDS: ReadonlySet<Dimension> = new Set(cubeNamed(BY_ZONE).dimensions);

/** Fields of facts that say something about a provider. */
const FIELDS = [
  'delivered',
  'failed',
  'returned',
  'expired',
  'canceledByProvider',
  'timed',
  'late',
  'lateSeconds',
];

/** Maximum number of zones with a card; those with the most attempts have one. */
const MAX_ZONES = 2_000;

/** Days that are read at the same time, where not all can be read at once. */
const READS_AT_A_TIME = 8;

/** Items that are written at the same time. */
const WRITES_AT_A_TIME = 8;

/**
 * Makes the scorecards of an organization from the counts of its providers by zone and hour, unless they already contain what
 * was counted until `untilMs`. However often it runs, the cards are those of the counts.
 */
export async function makeScorecards(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  untilMs: number,
): Promise<'made' | 'known'> {
  const { table, clock } = deps;
  const stored = await table.get(scorecardEntity, { organizationId, zoneId: EVERYWHERE });
  if (stored && Date.parse(stored.value.readAt) >= untilMs) return 'known';
  const readAt = toInstant(clock.now());
  const { timeZone, closedThrough } = await readCalendar(deps, organizationId);
  const today = dateIn(clock.now(), timeZone);
  const from = addDays(today, -DAYS);
  const dates = datesBetween(from, today);
  const [wide, near] = [new Sum(cubeNamed(BY_HOUR).dimensions), new Sum(cubeNamed(BY_ZONE).dimensions)];
  const closed = dates.filter((date) => date <= closedThrough);
  for (const cell of await cellsOf(table, organizationId, closed, [BY_HOUR])) wide.add(cell);
  for (const cell of await cellsOf(table, organizationId, closed, [BY_ZONE, 'provider.zone'])) near.add(cell);
  for (const date of dates.slice(closed.length))
    for await (const cells of cellsOfDay(table, { organizationId, date, timeZone }, OF_CARDS))
      for (const cell of cells) {
        wide.add(cell);
        near.add(cell);
      }
  const zones = closestZones(near.cells());
  const sizes = Object.fromEntries(zones.map(({ zoneId, ended }) => [zoneId, ended]));
  const cards: Scorecard[] = [
    ...zones.map(({ zoneId, cells }) => cardOf(zoneId, cells, {})),
    cardOf(EVERYWHERE, wide.cells(), sizes),
  ];
  await mapConcurrently(cards, WRITES_AT_A_TIME, (card) => keep(deps, card));
  return 'made';

  function cardOf(zoneId: string, cells: readonly Cell[], sizesOfZones: Scorecard['zones']): Scorecard {
    const of = { organizationId, zoneId, timeZone, readAt, from };
    return { ...of, zones: sizesOfZones, providers: providersIn(cells) };
  }
}

/** The cells of days by the first of these cubes that is kept of each day. 1 call for all days, 1 for each day otherwise. */
async function cellsOf(
  table: Table,
  organizationId: string,
  dates: readonly string[],
  names: readonly string[],
): Promise<readonly Cell[]> {
  const [first] = names;
  if (first === undefined || dates.length === 0) return [];
  const mostParts = (DAYS * MAX_CELLS_OF_DAY) / MAX_CELLS;
  const read = await cellsOfDays(table, cubeNamed(first), {
    organizationId,
    dates,
    fields: FIELDS,
    mostParts,
  });
  if (read) return read.days.flat();
  if (dates.length === 1) return cellsOf(table, organizationId, dates, names.slice(1));
  const each = await mapConcurrently(dates, READS_AT_A_TIME, (date) =>
    cellsOf(table, organizationId, [date], names),
  );
  return each.flat();
}

/** What cells say about the provider that they are of. */
function outcomesOf({ sums }: Pick<Cell, 'sums'>): Outcomes {
  const sum = (...fields: readonly string[]) => fields.reduce((all, field) => all + (sums[field] ?? 0), 0);
  return {
    ended: sum('delivered', 'failed', 'returned', 'expired', 'canceledByProvider'),
    completed: sum('delivered'),
    canceled: sum('canceledByProvider'),
    timed: sum('timed'),
    late: sum('late'),
    lateSeconds: sum('lateSeconds'),
  };
}

/** The zones of cells with their cells and attempts, those with the most attempts first. */
function closestZones(cells: readonly Cell[]) {
  const byZone = new Map<string, Cell[]>();
  for (const cell of cells)
    for (const zoneId of cell.places.zone ?? []) {
      const own = byZone.get(zoneId) ?? [];
      byZone.set(zoneId, own);
      own.push(cell);
    }
  return [...byZone]
    .map(([zoneId, own]) => ({
      zoneId,
      cells: own,
      ended: own.reduce((sum, cell) => sum + outcomesOf(cell).ended, 0),
    }))
    .filter(({ ended }) => ended > 0)
    .sort((one, other) => other.ended - one.ended || (one.zoneId < other.zoneId ? -1 : 1))
    .slice(0, MAX_ZONES);
}

/** The outcomes of each provider, of all hours and of each. */
function providersIn(cells: readonly Cell[]): Scorecard['providers'] {
  const [all, hourly] = [new Sum(['provider']), new Sum(['provider', 'hour'])];
  for (const cell of cells) {
    all.add(cell);
    hourly.add(cell);
  }
  const providers: Record<string, Scorecard['providers'][string]> = {};
  for (const cell of all.cells()) {
    const outcomes = outcomesOf(cell);
    const [providerId] = cell.places.provider ?? [];
    if (providerId !== undefined && outcomes.ended > 0)
      providers[providerId] = { all: countsOf(outcomes), hours: {} };
  }
  for (const cell of hourly.cells()) {
    const [[providerId] = [], [hour] = []] = [cell.places.provider, cell.places.hour];
    const card = providerId === undefined ? undefined : providers[providerId];
    const outcomes = outcomesOf(cell);
    if (card && hour !== undefined && outcomes.ended > 0) card.hours[hour] = countsOf(outcomes);
  }
  return providers;
}

/** Replaces a card, unless a later one is there. */
async function keep({ table, clock }: Pick<CoreDeps, 'table' | 'clock'>, card: Scorecard): Promise<void> {
  const isKept = await retryLostRace(clock, async () => {
    const stored = await table.get(scorecardEntity, card);
    if (stored && stored.value.readAt >= card.readAt) return true;
    return (await table.write([save(scorecardEntity, stored, card)])).ok;
  });
  if (!isKept) throw new Error(`The scorecard of ${card.zoneId} changed too often; it will be made later.`);
}
