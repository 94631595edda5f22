import { type Problem, type TravelTable, UNREACHABLE, type Vehicle } from '../problem.ts';
import type { Work } from '../work.ts';
import { isSymmetric, transpose } from './flip-matrix.ts';
import type { Traffic } from './travel-time.ts';

/** Travel of vehicles that share profile, speed and parking time; matrices over the model's points. */
export interface TravelClass {
  /** Seconds from row to column, parking at the column included, at the fastest time of day. */
  readonly time: Int32Array;
  /** The transposed matrix; the same array where travel is symmetric. */
  readonly timeTo: Int32Array;
  /** Metres from row to column. */
  readonly distance: Int32Array;
  readonly distanceTo: Int32Array;
  /** Seconds from row to column: with speed periods without parking and before the speed of traffic, otherwise `time`. */
  readonly way: Int32Array;
  readonly traffic: Traffic | undefined;
}

/**
 * Points that vehicles drive to: visits first, then start places, then end places. Nobody drives to a start or away
 * from an end; there the matrices hold values that keep them symmetric wherever the tables are.
 */
export interface Points {
  /** Location of each point; -1 for the place of an open start or end, which has no distance from anything. */
  readonly locations: Int32Array;
  readonly visits: number;
  readonly firstEnd: number;
}

/** Mean length from which stretches of a row are copied as a whole. */
const LONG_STRETCH = 32;

/** A matrix and its transpose. */
interface BothWays {
  readonly there: Int32Array;
  readonly back: Int32Array;
}

/**
 * Compiles the travel of one vehicle after another. What several classes of travel share is created once: metres, and,
 * where traffic needs them, seconds without parking.
 */
export function createTravelCompiler(
  problem: Problem,
  points: Points,
): (vehicle: Vehicle) => Work<TravelClass> {
  const size = points.locations.length;
  const copyRow = rowCopier(problem.locationCount, points);
  const samePlace = pointsByLocation(points);
  const known = { metres: new Map<TravelTable, BothWays>(), free: new Map<string, Int32Array>() };
  const classes = new Map<string, TravelClass>();

  function* copyTable(table: ArrayLike<number>): Work<Int32Array> {
    const matrix = new Int32Array(size * size);
    for (let a = 0; a < size; a++) {
      copyRow(table, a, matrix);
      yield 1;
    }
    return matrix;
  }

  function* bothWays(there: Int32Array): Work<BothWays> {
    return { there, back: (yield* isSymmetric(there, size)) ? there : yield* transpose(there, size) };
  }

  function* metresOf(table: TravelTable): Work<BothWays> {
    const metres = known.metres.get(table) ?? (yield* bothWays(yield* copyTable(table.distances)));
    known.metres.set(table, metres);
    return metres;
  }

  /** Seconds of every leg and, where there are speed periods, the seconds without parking and traffic. */
  function* secondsOf(vehicle: Vehicle, table: TravelTable) {
    const { speedPercent, parkingTime } = vehicle;
    const periods = table.speedPeriods;
    const key = JSON.stringify([vehicle.profile, speedPercent]);
    const knownFree = known.free.get(key);
    const time = new Int32Array(size * size);
    const free = periods && (knownFree ?? new Int32Array(size * size));
    if (free !== undefined) known.free.set(key, free);
    const fastest = Math.max(100, ...(periods ?? []).map(({ percent }) => percent));
    const read = free ?? time;
    for (let a = 0; a < size; a++) {
      const row = a * size;
      if (read !== knownFree) {
        copyRow(table.durations, a, read);
        scaleRow(read, row, size, speedPercent, Math.ceil);
      }
      if (free !== undefined) time.set(free.subarray(row, row + size), row);
      scaleRow(time, row, size, fastest, Math.floor);
      // Legs to starts only mirror those from them.
      if (parkingTime > 0 && a < points.firstEnd)
        parkInRow(time, row, points.firstEnd, parkingTime, samePlace.get(points.locations[a]!) ?? []);
      yield free === undefined ? 1 : 2;
    }
    const { back } = yield* bothWays(time);
    return { time, timeTo: back, way: free ?? time };
  }

  return function* compile(vehicle) {
    const { profile, speedPercent, parkingTime } = vehicle;
    const key = JSON.stringify([profile, speedPercent, parkingTime]);
    const compiled = classes.get(key);
    if (compiled !== undefined) return compiled;
    const table = problem.travel[profile]!;
    const periods = table.speedPeriods;
    const { there: distance, back: distanceTo } = yield* metresOf(table);
    const asMetres =
      table.durations === table.distances &&
      speedPercent === 100 &&
      parkingTime === 0 &&
      periods === undefined;
    const seconds = asMetres
      ? { time: distance, timeTo: distanceTo, way: distance }
      : yield* secondsOf(vehicle, table);
    const travel = { ...seconds, distance, distanceTo, traffic: periods && trafficOf(periods) };
    classes.set(key, travel);
    return travel;
  };
}

function trafficOf(periods: NonNullable<TravelTable['speedPeriods']>): Traffic {
  return {
    from: Int32Array.from(periods, (period) => period.from),
    to: Int32Array.from(periods, (period) => period.to),
    percent: Int32Array.from(periods, (period) => period.percent),
  };
}

/**
 * Copies the table's entries between one point and all others into a row. Locations are mostly in the order of the
 * visits; then stretches of the row are copied as a whole, in a third of the time.
 */
function rowCopier(count: number, { locations }: Points) {
  const size = locations.length;
  /** Points without a location read an arbitrary cell of the table, which is subtracted again. */
  const columns = locations.map((location) => Math.max(0, location));
  const nowhere = Array.from(locations.keys()).filter((point) => locations[point]! < 0);
  const starts = Array.from(columns.keys()).filter((b) => b === 0 || columns[b] !== columns[b - 1]! + 1);
  const inOrder = starts.length * LONG_STRETCH <= size;
  return (table: ArrayLike<number>, point: number, into: Int32Array): void => {
    if (locations[point]! < 0) return;
    const from = locations[point]! * count;
    const row = point * size;
    if (inOrder && table instanceof Int32Array)
      for (const [k, b] of starts.entries()) {
        const first = from + columns[b]!;
        into.set(table.subarray(first, first + (starts[k + 1] ?? size) - b), row + b);
      }
    else for (let b = 0; b < size; b++) into[row + b] = table[from + columns[b]!]!;
    for (const b of nowhere) into[row + b] = 0;
  };
}

/** Points other than ends at each location: nobody parks between them. */
function pointsByLocation({ locations, firstEnd }: Points): Map<number, number[]> {
  const points = new Map<number, number[]>();
  for (let p = 0; p < firstEnd; p++) {
    const together = points.get(locations[p]!);
    if (together === undefined) points.set(locations[p]!, [p]);
    else together.push(p);
  }
  return points;
}

function parkInRow(
  matrix: Int32Array,
  row: number,
  width: number,
  seconds: number,
  samePlace: readonly number[],
): void {
  const kept = samePlace.map((b) => matrix[row + b]!);
  for (let i = row; i < row + width; i++) matrix[i] = Math.min(matrix[i]! + seconds, UNREACHABLE);
  for (const [k, b] of samePlace.entries()) matrix[row + b] = kept[k]!;
}

/** Seconds of the trips of a row at a share of the speed, in percent. */
function scaleRow(
  matrix: Int32Array,
  row: number,
  width: number,
  percent: number,
  rounded: (seconds: number) => number,
): void {
  if (percent === 100) return;
  for (let i = row; i < row + width; i++) {
    const seconds = matrix[i]!;
    if (seconds < UNREACHABLE) matrix[i] = Math.min(rounded((seconds * 100) / percent), UNREACHABLE);
  }
}
