import { InvalidProblem } from './invalid-problem.ts';
import {
  type Coordinates,
  LATEST_TIME,
  PROFILES,
  type Profile,
  type SpeedPeriod,
  type TravelModel,
  type TravelTable,
  UNREACHABLE,
} from './problem.ts';
import { readInteger, readList, readObject } from './read-fields.ts';

/** Maximum number of locations of one problem: a table of them takes 144 MB. */
const MAX_LOCATIONS = 6_000;

/** The tables of every profile in use, asked from the model where one is given. @throws InvalidProblem */
export function readTravel(
  value: unknown,
  profiles: ReadonlySet<Profile>,
): { locationCount: number; tables: Readonly<Partial<Record<Profile, TravelTable>>> } {
  const fields = readObject(value, 'travel', ['locationCount', 'tables', 'model', 'locations']);
  const tables: Partial<Record<Profile, TravelTable>> = {};
  if (fields.model !== undefined) {
    readObject(value, 'travel', ['model', 'locations']);
    if (typeof fields.model !== 'function') throw new InvalidProblem('travel.model', 'must be a function');
    const model = fields.model as TravelModel;
    const locations = readList(fields.locations, 'travel.locations').map((place, i) =>
      readCoordinates(place, `travel.locations[${i}]`),
    );
    const locationCount = readInteger(locations.length, 'travel.locations.length', { max: MAX_LOCATIONS });
    for (const profile of profiles)
      tables[profile] = readTable(model(profile, locations), `travel.model(${profile})`, locationCount);
    return { locationCount, tables: Object.freeze(tables) };
  }
  readObject(value, 'travel', ['locationCount', 'tables']);
  const locationCount = readInteger(fields.locationCount, 'travel.locationCount', { max: MAX_LOCATIONS });
  const given = readObject(fields.tables, 'travel.tables', PROFILES);
  for (const profile of PROFILES) {
    if (given[profile] !== undefined)
      tables[profile] = readTable(given[profile], `travel.tables.${profile}`, locationCount);
    else if (profiles.has(profile))
      throw new InvalidProblem(`travel.tables.${profile}`, 'is missing, but a vehicle uses it');
  }
  return { locationCount, tables: Object.freeze(tables) };
}

function readCoordinates(value: unknown, field: string): Coordinates {
  const fields = readObject(value, field, ['lat', 'lng']);
  const degrees = (name: 'lat' | 'lng', limit: number): number => {
    const given = fields[name];
    if (typeof given !== 'number' || !(Math.abs(given) <= limit))
      throw new InvalidProblem(
        `${field}.${name}`,
        `must be from -${limit} to ${limit}, not ${String(given)}`,
      );
    return given;
  };
  return Object.freeze({ lat: degrees('lat', 90), lng: degrees('lng', 180) });
}

function readTable(value: unknown, field: string, count: number): TravelTable {
  const fields = readObject(value, field, ['durations', 'distances', 'speedPeriods']);
  const durations = readMatrix(fields.durations, `${field}.durations`, count);
  const distances =
    fields.distances === fields.durations
      ? durations
      : readMatrix(fields.distances, `${field}.distances`, count);
  const periods = readPeriods(fields.speedPeriods, `${field}.speedPeriods`);
  return Object.freeze(
    periods.length === 0 ? { durations, distances } : { durations, distances, speedPeriods: periods },
  );
}

function readMatrix(value: unknown, field: string, count: number): Int32Array {
  if (typeof value !== 'object' || value === null || !('length' in value))
    throw new InvalidProblem(field, 'must be a row-major list');
  const entries = value as ArrayLike<unknown>;
  if (entries.length !== count * count)
    throw new InvalidProblem(field, `must have ${count} x ${count} entries, not ${entries.length}`);
  const refuse = (i: number, problem: string): never => {
    throw new InvalidProblem(
      `${field}[${Math.floor(i / count)}][${i % count}]`,
      `${problem}, not ${String(entries[i])}`,
    );
  };
  const matrix = value instanceof Int32Array ? value.slice() : readIntegers(entries, refuse);
  for (let i = 0; i < matrix.length; i++) {
    const entry = matrix[i]!;
    if (entry >= 0 && entry <= LATEST_TIME) continue;
    if (entry < 0) refuse(i, NOT_AN_INTEGER);
    if (entry < UNREACHABLE) refuse(i, `must be at most ${LATEST_TIME}, or ${UNREACHABLE} for unreachable`);
    matrix[i] = UNREACHABLE;
  }
  return matrix;
}

const NOT_AN_INTEGER = 'must be a non-negative integer';

/** A list of integers, each at most `UNREACHABLE`; calls `refuse` for other values. */
function readIntegers(
  entries: ArrayLike<unknown>,
  refuse: (i: number, problem: string) => never,
): Int32Array {
  const integers = new Int32Array(entries.length);
  for (let i = 0; i < integers.length; i++) {
    const entry = entries[i];
    if (typeof entry !== 'number' || !Number.isInteger(entry) || entry < 0) return refuse(i, NOT_AN_INTEGER);
    integers[i] = Math.min(entry, UNREACHABLE);
  }
  return integers;
}

function readPeriods(value: unknown, field: string): readonly SpeedPeriod[] {
  const periods = readList(value, field).map((entry, i) => {
    const fields = readObject(entry, `${field}[${i}]`, ['from', 'to', 'percent']);
    const from = readInteger(fields.from, `${field}[${i}].from`, { max: LATEST_TIME });
    return Object.freeze({
      from,
      to: readInteger(fields.to, `${field}[${i}].to`, { min: from + 1, max: LATEST_TIME }),
      percent: readInteger(fields.percent, `${field}[${i}].percent`, { min: 1, max: 1_000 }),
    });
  });
  for (const [i, period] of periods.entries())
    if (i > 0 && period.from < periods[i - 1]!.to)
      throw new InvalidProblem(`${field}[${i}].from`, 'must not be before the end of the period before it');
  return Object.freeze(periods);
}
