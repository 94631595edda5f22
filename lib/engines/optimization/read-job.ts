import { InvalidProblem } from './invalid-problem.ts';
import {
  HIGHEST_PRIORITY,
  HIGHEST_SEQUENCE_PRIORITY,
  JOB_KINDS,
  type Job,
  LATEST_TIME,
  type Lock,
  type Preference,
  type Stop,
  type TimeWindow,
  type Vehicle,
} from './problem.ts';
import {
  readInteger,
  readKnown,
  readList,
  readName,
  readNames,
  readObject,
  readWord,
  refuseRepeated,
} from './read-fields.ts';

const COMMON = [
  'id',
  'kind',
  'load',
  'requires',
  'prefers',
  'priority',
  'sequencePriority',
  'sequenceGroup',
  'exclusionLabel',
  'clusterLabel',
  'lock',
  'leaveOutCents',
];

const FIELDS_OF_KIND = {
  delivery: [...COMMON, 'stop', 'onBoard'],
  pickup: [...COMMON, 'stop'],
  service: [...COMMON, 'stop'],
  pair: [...COMMON, 'pickup', 'delivery'],
};

/** What a job can refer to. */
interface Surroundings {
  readonly locationCount: number;
  readonly dimensions: number;
  readonly vehicles: ReadonlyMap<string, Vehicle>;
}

/** Reads one job; see `JobInput` for fields and units. @throws InvalidProblem */
export function readJob(value: unknown, field: string, around: Surroundings): Job {
  const given = readObject(value, field, [...FIELDS_OF_KIND.delivery, ...FIELDS_OF_KIND.pair]);
  const kind = readWord(given.kind, `${field}.kind`, JOB_KINDS);
  readObject(value, field, FIELDS_OF_KIND[kind]);
  const optionalName = (name: string) =>
    given[name] === undefined ? undefined : readName(given[name], `${field}.${name}`);
  const vehicle = (id: unknown, path: string) => readKnown(id, path, around.vehicles, 'vehicle').id;
  return Object.freeze({
    id: readName(given.id, `${field}.id`),
    kind,
    stop:
      kind === 'pair'
        ? readStop(given.delivery, `${field}.delivery`, around)
        : readStop(given.stop, `${field}.stop`, around),
    pickup: kind === 'pair' ? readStop(given.pickup, `${field}.pickup`, around) : undefined,
    load: readLoad(given.load, `${field}.load`, kind, around.dimensions),
    requires: readNames(given.requires, `${field}.requires`),
    prefers: readPreferences(given.prefers, `${field}.prefers`),
    priority: readInteger(given.priority, `${field}.priority`, { max: HIGHEST_PRIORITY, fallback: 0 }),
    sequencePriority:
      given.sequencePriority === undefined
        ? undefined
        : readInteger(given.sequencePriority, `${field}.sequencePriority`, {
            max: HIGHEST_SEQUENCE_PRIORITY,
          }),
    sequenceGroup: optionalName('sequenceGroup'),
    exclusionLabel: optionalName('exclusionLabel'),
    clusterLabel: optionalName('clusterLabel'),
    lock: given.lock === undefined ? undefined : readLock(given.lock, `${field}.lock`, kind, vehicle),
    leaveOutCents:
      given.leaveOutCents === undefined
        ? undefined
        : readInteger(given.leaveOutCents, `${field}.leaveOutCents`),
    onBoard: given.onBoard === undefined ? undefined : vehicle(given.onBoard, `${field}.onBoard`),
  });
}

function readLoad(value: unknown, field: string, kind: Job['kind'], dimensions: number): readonly number[] {
  if (value === undefined) return Object.freeze(new Array<number>(dimensions).fill(0));
  const load = readList(value, field).map((amount, d) => readInteger(amount, `${field}[${d}]`));
  if (load.length !== dimensions)
    throw new InvalidProblem(field, `must have ${dimensions} entries, not ${load.length}`);
  if (kind === 'service' && load.some((amount) => amount > 0))
    throw new InvalidProblem(field, 'must be zero for a service stop');
  return Object.freeze(load);
}

function readPreferences(value: unknown, field: string): readonly Preference[] {
  const preferences = readList(value, field).map((preference, i) => {
    const fields = readObject(preference, `${field}[${i}]`, ['capability', 'penaltyCents']);
    return Object.freeze({
      capability: readName(fields.capability, `${field}[${i}].capability`),
      penaltyCents: readInteger(fields.penaltyCents, `${field}[${i}].penaltyCents`),
    });
  });
  refuseRepeated(
    preferences.map((preference) => preference.capability),
    field,
  );
  return Object.freeze(preferences);
}

function readLock(
  value: unknown,
  field: string,
  kind: Job['kind'],
  readVehicleId: (v: unknown, path: string) => string,
): Lock {
  const fields = readObject(value, field, ['vehicle', 'position', 'deliveryPosition']);
  const vehicle = readVehicleId(fields.vehicle, `${field}.vehicle`);
  if (fields.deliveryPosition !== undefined && kind !== 'pair')
    throw new InvalidProblem(`${field}.deliveryPosition`, 'is for pairs only; send position');
  const places = (['position', 'deliveryPosition'] as const).flatMap((name) =>
    fields[name] === undefined ? [] : [[name, readInteger(fields[name], `${field}.${name}`)] as const],
  );
  return Object.freeze({ vehicle, ...Object.fromEntries(places) });
}

function readStop(value: unknown, field: string, around: Surroundings): Stop {
  const fields = readObject(value, field, ['location', 'service', 'doorstep', 'windows', 'together']);
  return Object.freeze({
    location: readInteger(fields.location, `${field}.location`, { max: around.locationCount - 1 }),
    service: readInteger(fields.service, `${field}.service`, { max: LATEST_TIME, fallback: 0 }),
    doorstep: readInteger(fields.doorstep, `${field}.doorstep`, { max: LATEST_TIME, fallback: 0 }),
    windows: readWindows(fields.windows, `${field}.windows`),
    together: fields.together === undefined ? undefined : readName(fields.together, `${field}.together`),
  });
}

function readWindows(value: unknown, field: string): readonly TimeWindow[] {
  const windows = readList(value, field).map((window, i) => readWindow(window, `${field}[${i}]`));
  if (value !== undefined && windows.length === 0)
    throw new InvalidProblem(field, 'must not be empty; leave it out for "any time"');
  for (const [i, window] of windows.entries())
    if (i > 0 && window.from <= windows[i - 1]!.to)
      throw new InvalidProblem(`${field}[${i}].from`, 'must be after the end of the window before it');
  return Object.freeze(windows.length === 0 ? [Object.freeze({ from: 0, to: LATEST_TIME })] : windows);
}

/** Reads an interval whose end is not before its start. @throws InvalidProblem */
export function readWindow(value: unknown, field: string): TimeWindow {
  const fields = readObject(value, field, ['from', 'to']);
  const from = readInteger(fields.from, `${field}.from`, { max: LATEST_TIME });
  const to = readInteger(fields.to, `${field}.to`, { max: LATEST_TIME });
  if (to < from) throw new InvalidProblem(`${field}.to`, `must not be before from (${from})`);
  return Object.freeze({ from, to });
}
