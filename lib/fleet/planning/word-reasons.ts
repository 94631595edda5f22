import type { Change, Reason } from '../../engines/optimization/index.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import type { BuiltProblem } from './build-problem.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import { editsOf, type RemedyEdit } from './remedy-edits.ts';
import { LOAD_UNITS } from './route-problem.ts';

/** Why an order is on no route, in the words of planners. */
export interface WordedReason {
  readonly code: string;
  readonly message: string;
  /** What is enough for the order to be planned beside all others; null where that is not known. */
  readonly remedy: string | null;
  /** Where the remedy is entered; null without one, or where it is entered with the run. */
  readonly target: RemedyTarget | null;
  /** The remedy as changes of single values; null without one, or where it is more than that. */
  readonly edits: readonly RemedyEdit[] | null;
}

/** Kinds of objects at which remedies are entered. */
export const REMEDY_TARGETS = Object.freeze(['order', 'vehicle', 'driver'] as const);

/** What a remedy changes. */
export interface RemedyTarget {
  readonly type: (typeof REMEDY_TARGETS)[number];
  readonly id: string;
}

/** What prevents an order beside the others. */
const SENTENCES: Readonly<Record<string, string>> = {
  CAPACITY: 'No vehicle has room for it beside the other orders.',
  TIME_WINDOW: 'No vehicle can arrive within the time windows beside the other orders.',
  SHIFT: 'No shift is long enough for it beside the other orders.',
  CAPABILITY: 'No vehicle with the capabilities that it requires can take it beside the other orders.',
  EXCLUSION: 'Another order with the same mutually exclusive label is on every route that could take it.',
  DISTANCE_LIMIT: 'Every vehicle would drive farther than it may.',
  DURATION_LIMIT: 'Every vehicle would be on the road longer than it may.',
  STOP_LIMIT: 'Every vehicle has the maximum number of stops.',
  ORDER_LIMIT: 'The vehicles have the maximum number of orders, or would have fewer than their minimum.',
  SEQUENCE: 'Its sequence priority or group leaves no position for it.',
  LOCK: 'It is bound to a vehicle or place that cannot take it.',
  UNREACHABLE: 'No road leads there.',
  NO_VEHICLE: 'Every vehicle that could take it is in use.',
  PRICE: 'Leaving it out is cheaper than delivering it.',
  NOT_TRIED: 'Time ran out before it was tried.',
};

/** What prevents an order even on an empty vehicle. */
const ALONE: Readonly<Record<string, string>> = {
  CAPACITY: 'The order is too large for every vehicle.',
  TIME_WINDOW: 'No vehicle can arrive within its time window, even without other orders.',
  SHIFT: 'No shift is long enough for it, even without other orders.',
  CAPABILITY: 'No vehicle has the capabilities that the order requires.',
  DISTANCE_LIMIT: 'It is farther than any vehicle may drive.',
  DURATION_LIMIT: 'It takes longer than any vehicle may be on the road.',
};

const NOT_LOOKED_INTO = 'Time ran out before it was found out what keeps it off the routes.';
const FREE_ELSEWHERE =
  'The vehicles near it are all in use. Others like them are free, but the orders were planned in parts, and it was not tried on them.';

/** The reasons of an order; `used` are the vehicles of the whole plan. */
export function wordReasons(
  run: BuiltProblem,
  used: ReadonlySet<string>,
  orderId: string,
  reasons: readonly Reason[],
): readonly WordedReason[] {
  // What is true of every vehicle comes first: a remedy may need more than that on the vehicle that it is about.
  const sorted = reasons.toSorted(
    (one, other) => Number(isOfSome(run, orderId, one.code)) - Number(isOfSome(run, orderId, other.code)),
  );
  return sorted.map(({ code, alone, changes }) => {
    if (changes.some((change) => change.kind === 'vehicle' && hasIdleTwin(run, used, change.like)))
      return { code: 'NOT_TRIED', message: FREE_ELSEWHERE, remedy: null, target: null, edits: null };
    const isUnknown = code === 'NOT_TRIED' && changes.length === 0;
    const isOfAll = alone && !isOfSome(run, orderId, code);
    const known = (isOfAll ? ownValue(ALONE, code) : undefined) ?? ownValue(SENTENCES, code);
    const remedy = remedyOf(run, orderId, changes);
    return {
      code,
      message: isUnknown ? NOT_LOOKED_INTO : (known ?? 'It does not fit anywhere.'),
      remedy,
      target: remedy === null ? null : targetOf(run, orderId, changes),
      edits: remedy === null ? null : editsOf(run, orderId, changes),
    };
  });
}

/** Whether a reason keeps the order off some vehicles only: others have the capabilities, or are large enough. */
function isOfSome({ input }: BuiltProblem, orderId: string, code: string): boolean {
  const job = input.jobs.find(({ id }) => id === orderId);
  if (job === undefined) return false;
  return input.vehicles.some(({ capabilities = [], capacity }) => {
    if (code === 'CAPABILITY') return (job.requires ?? []).every((name) => capabilities.includes(name));
    if (code === 'CAPACITY')
      return (job.load ?? []).every((amount, d) => amount <= (capacity?.[d] ?? amount));
    return false;
  });
}

/** Whether a vehicle of the same kind is on no route: the solver of a part sees the vehicles of that part only. */
function hasIdleTwin(
  { vehicles }: BuiltProblem,
  used: ReadonlySet<string>,
  like: string | undefined,
): boolean {
  const kind = ({ input: { id: _, ...rest }, depot }: FleetVehicle) => JSON.stringify([rest, depot]);
  const one = vehicles.find(({ input }) => input.id === like);
  return (
    one !== undefined && vehicles.some((other) => !used.has(other.input.id) && kind(other) === kind(one))
  );
}

function remedyOf(run: BuiltProblem, orderId: string, changes: readonly Change[]): string | null {
  const clauses = changes.map((change) => clauseOf(run, orderId, change));
  if (clauses.length === 0 || clauses.includes(null)) return null;
  const [first = '', ...others] = clauses as string[];
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', and ')}.`;
}

/** What the first of the changes is entered at. */
function targetOf(
  { vehicles }: BuiltProblem,
  orderId: string,
  [change]: readonly Change[],
): RemedyTarget | null {
  const of = (type: RemedyTarget['type'], id: string | null | undefined) => (id ? { type, id } : null);
  const vehicleOf = (id: string) => vehicles.find(({ input }) => input.id === id);
  switch (change?.kind) {
    case 'window':
      return of('order', change.job);
    case 'shift':
      return of('driver', vehicleOf(change.vehicle)?.courierId);
    case 'capacity':
    case 'distance':
    case 'duration':
    case 'stops':
    case 'capabilities':
      return of('vehicle', vehicleOf(change.vehicle)?.vehicleId);
    case 'exclusion':
    case 'priority':
    case 'group':
    case 'required':
      return of('order', orderId);
    default:
      return null;
  }
}

const METRES_OF_KILOMETRE = 1_000;
const SECONDS_OF_HOUR = 3_600;
const CUBIC_CENTIMETRES_OF_METRE = 1_000_000;
const CUBIC_CENTIMETRES_OF_INCH = 2.54 ** 3;
const KILOGRAMS_OF_POUND = 0.45359237;

/** A change as an instruction, in the units in which people entered the value; null for one that nobody can make. */
function clauseOf(run: BuiltProblem, orderId: string, change: Change): string | null {
  const vehicleOf = (id: string) => run.vehicles.find(({ input }) => input.id === id);
  const nameOf = (id: string) => vehicleOf(id)?.name ?? id;
  switch (change.kind) {
    case 'capacity':
      return `raise ${capacityOf(change.dimension, change.by, vehicleOf(change.vehicle))}`;
    case 'window': {
      const whose = change.job === orderId ? 'its' : `the`;
      const of = change.job === orderId ? '' : ` of order ${run.orderNames[change.job] ?? change.job}`;
      return `end ${whose} ${change.isPickup ? 'pickup' : 'delivery'} window${of} ${minutes(change.by)} later`;
    }
    case 'shift':
      return vehicleOf(change.vehicle)?.shift
        ? `end the shift of ${nameOf(change.vehicle)} ${minutes(change.by)} later`
        : null;
    case 'distance':
      return `raise the distance limit of ${nameOf(change.vehicle)} by ${Math.ceil(change.by / METRES_OF_KILOMETRE)} km`;
    case 'duration':
      return `raise the duration limit of ${nameOf(change.vehicle)} by ${counted(Math.ceil(change.by / SECONDS_OF_HOUR), 'hour')}`;
    case 'stops':
      return `raise the stop limit of ${nameOf(change.vehicle)} by ${change.by}`;
    case 'orders':
      return `raise the maximum number of orders on the route of ${nameOf(change.vehicle)} by ${change.by}`;
    case 'minimum':
      return `lower the minimum number of orders on the route of ${nameOf(change.vehicle)} to ${change.to}`;
    case 'capabilities':
      return `give ${nameOf(change.vehicle)} ${counted(change.names.length, 'capability', 'capabilities', false)} ${change.names.join(' and ')}`;
    case 'exclusion':
      return `remove its mutually exclusive label ${change.label}`;
    case 'priority':
      return 'remove its sequence priority';
    case 'group':
      return change.group.includes(':')
        ? `remove its cluster label ${change.group.slice(change.group.indexOf(':') + 1)}`
        : `take it out of the sequence group ${change.group}`;
    case 'required':
      return 'remove its price of leaving out';
    case 'vehicle':
      return change.like === undefined
        ? 'give the run a driver group with vehicles'
        : `add a vehicle like ${nameOf(change.like)}`;
    case 'time':
      return 'raise the search level of the strategy, or plan fewer orders at once';
    default:
      return 'unlock it';
  }
}

/** Vehicles have whole kilograms or pounds, and whole metres or inches. */
function capacityOf(dimension: string, by: number, vehicle: FleetVehicle | undefined): string {
  const amount = by / LOAD_UNITS;
  const name = vehicle?.name ?? 'the vehicle';
  if (dimension === 'weight') {
    return vehicle?.units.weight === 'lbs'
      ? `the weight limit of ${name} by ${Math.ceil((amount + 1 / LOAD_UNITS) / KILOGRAMS_OF_POUND)} lbs`
      : `the weight limit of ${name} by ${Math.ceil(amount)} kg`;
  }
  if (dimension !== 'volume') return `the room for ${dimension} of ${name} by ${Math.ceil(amount)}`;
  return vehicle?.units.length === 'in'
    ? `the cargo space of ${name} by ${Math.ceil(amount / CUBIC_CENTIMETRES_OF_INCH)} in³`
    : `the cargo space of ${name} by ${Math.ceil((amount * LOAD_UNITS) / CUBIC_CENTIMETRES_OF_METRE) / LOAD_UNITS} m³`;
}

function minutes(seconds: number): string {
  return counted(Math.ceil(seconds / 60), 'minute');
}

function counted(count: number, one: string, many = `${one}s`, withNumber = true): string {
  return `${withNumber ? `${count} ` : 'the '}${count === 1 ? one : many}`;
}
