import { InvalidProblem } from './invalid-problem.ts';
import {
  type BreakInput,
  LATEST_TIME,
  PROFILES,
  type Profile,
  type TravelTable,
  type Vehicle,
} from './problem.ts';
import {
  readInteger,
  readLimit,
  readList,
  readName,
  readNames,
  readObject,
  readWord,
} from './read-fields.ts';
import { readWindow } from './read-job.ts';

const FIELDS = [
  'id',
  'start',
  'end',
  'shift',
  'breaks',
  'capacity',
  'capabilities',
  'profile',
  'speedPercent',
  'maxStops',
  'maxDistance',
  'maxDuration',
  'minOrders',
  'maxOrders',
  'cost',
  'parkingTime',
  'departureDelay',
  'balancePercent',
];

/** What a vehicle can refer to. */
interface Surroundings {
  readonly locationCount: number;
  readonly dimensions: number;
  readonly tables: Readonly<Partial<Record<Profile, TravelTable>>>;
}

/** Reads one vehicle; see `VehicleInput` for fields and units. @throws InvalidProblem */
export function readVehicle(value: unknown, field: string, around: Surroundings): Vehicle {
  const given = readObject(value, field, FIELDS);
  const optionalLocation = (name: string) =>
    given[name] === undefined
      ? undefined
      : readInteger(given[name], `${field}.${name}`, { max: around.locationCount - 1 });
  const limit = (name: string) => readLimit(given[name], `${field}.${name}`);
  const seconds = (name: string) =>
    readInteger(given[name], `${field}.${name}`, { max: LATEST_TIME, fallback: 0 });
  const vehicle = {
    id: readName(given.id, `${field}.id`),
    start: optionalLocation('start'),
    end: optionalLocation('end'),
    shift:
      given.shift === undefined
        ? Object.freeze({ from: 0, to: LATEST_TIME })
        : readWindow(given.shift, `${field}.shift`),
    breaks: readBreaks(given.breaks, `${field}.breaks`),
    capacity: readCapacity(given.capacity, `${field}.capacity`, around.dimensions),
    capabilities: readNames(given.capabilities, `${field}.capabilities`),
    profile: readWord(given.profile, `${field}.profile`, PROFILES, 'car'),
    speedPercent: readInteger(given.speedPercent, `${field}.speedPercent`, {
      min: 1,
      max: 10_000,
      fallback: 100,
    }),
    maxStops: limit('maxStops'),
    maxDistance: limit('maxDistance'),
    maxDuration: limit('maxDuration'),
    minOrders: readInteger(given.minOrders, `${field}.minOrders`, { fallback: 0 }),
    maxOrders: limit('maxOrders'),
    cost: readCost(given.cost, `${field}.cost`),
    parkingTime: seconds('parkingTime'),
    departureDelay: seconds('departureDelay'),
    balancePercent: readInteger(given.balancePercent, `${field}.balancePercent`, {
      min: 1,
      max: 100,
      fallback: 100,
    }),
  };
  if (vehicle.minOrders > vehicle.maxOrders)
    throw new InvalidProblem(`${field}.minOrders`, `must not exceed maxOrders (${vehicle.maxOrders})`);
  return Object.freeze(vehicle);
}

function readCost(value: unknown, field: string): Vehicle['cost'] {
  const names = ['fixedCents', 'centsPerKilometre', 'centsPerHour', 'centsPerStop'];
  const fields = value === undefined ? {} : readObject(value, field, names);
  const cents = (name: string) => readInteger(fields[name], `${field}.${name}`, { fallback: 0 });
  return Object.freeze({
    fixedCents: cents('fixedCents'),
    centsPerKilometre: cents('centsPerKilometre'),
    centsPerHour: cents('centsPerHour'),
    centsPerStop: cents('centsPerStop'),
  });
}

function readCapacity(value: unknown, field: string, dimensions: number): readonly number[] {
  if (value === undefined) return Object.freeze(new Array<number>(dimensions).fill(Number.POSITIVE_INFINITY));
  const capacity = readList(value, field).map((amount, d) => readLimit(amount, `${field}[${d}]`));
  if (capacity.length !== dimensions)
    throw new InvalidProblem(field, `must have ${dimensions} entries, not ${capacity.length}`);
  return Object.freeze(capacity);
}

function readBreaks(value: unknown, field: string): readonly BreakInput[] {
  return Object.freeze(readList(value, field).map((entry, i) => readBreak(entry, `${field}[${i}]`)));
}

function readBreak(value: unknown, field: string): BreakInput {
  const fields = readObject(value, field, ['kind', 'window', 'after', 'duration']);
  const kind = readWord(fields.kind, `${field}.kind`, ['window', 'after-work']);
  const duration = readInteger(fields.duration, `${field}.duration`, { min: 1, max: LATEST_TIME });
  if (kind === 'window') {
    readObject(value, field, ['kind', 'window', 'duration']);
    return Object.freeze({ kind, window: readWindow(fields.window, `${field}.window`), duration });
  }
  readObject(value, field, ['kind', 'after', 'duration']);
  const after = readInteger(fields.after, `${field}.after`, { min: 1, max: LATEST_TIME });
  return Object.freeze({ kind, after, duration });
}
