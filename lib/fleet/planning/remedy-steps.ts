import * as z from 'zod';
import type { Change } from '../../engines/optimization/index.ts';
import type { BuiltProblem } from './build-problem.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import { type Dimension, LOAD_UNITS } from './loads.ts';

type Values = Readonly<Record<string, string | number>>;

/** What people do in each step of a remedy, in English, by its code. */
const SENTENCES = {
  RAISE_WEIGHT_LIMIT: ({ vehicle, amount, unit }) =>
    `raise the weight limit of ${vehicle} by ${amount} ${unit}`,
  RAISE_CARGO_SPACE: ({ vehicle, amount, unit }) =>
    `raise the cargo space of ${vehicle} by ${amount} ${unit}`,
  RAISE_ROOM: ({ vehicle, dimension, amount }) =>
    `raise the room for ${dimension} of ${vehicle} by ${amount}`,
  END_PICKUP_WINDOW_LATER: ({ order, minutes }) => endLater('pickup', order, minutes),
  END_DELIVERY_WINDOW_LATER: ({ order, minutes }) => endLater('delivery', order, minutes),
  END_SHIFT_LATER: ({ vehicle, minutes }) =>
    `end the shift of ${vehicle} ${counted(minutes, 'minute')} later`,
  RAISE_DISTANCE_LIMIT: ({ vehicle, kilometers }) =>
    `raise the distance limit of ${vehicle} by ${kilometers} km`,
  RAISE_DURATION_LIMIT: ({ vehicle, hours }) =>
    `raise the duration limit of ${vehicle} by ${counted(hours, 'hour')}`,
  RAISE_STOP_LIMIT: ({ vehicle, stops }) => `raise the stop limit of ${vehicle} by ${stops}`,
  RAISE_ORDER_LIMIT: ({ vehicle, orders }) =>
    `raise the maximum number of orders on the route of ${vehicle} by ${orders}`,
  LOWER_ORDER_MINIMUM: ({ vehicle, orders }) =>
    `lower the minimum number of orders on the route of ${vehicle} to ${orders}`,
  ADD_CAPABILITY: ({ vehicle, capability }) => `give ${vehicle} the capability ${capability}`,
  ADD_CAPABILITIES: ({ vehicle, capability }) => `give ${vehicle} the capabilities ${capability}`,
  REMOVE_EXCLUSION_LABEL: ({ label }) => `remove its mutually exclusive label ${label}`,
  REMOVE_PRIORITY: () => 'remove its sequence priority',
  REMOVE_CLUSTER_LABEL: ({ label }) => `remove its cluster label ${label}`,
  LEAVE_SEQUENCE_GROUP: ({ group }) => `take it out of the sequence group ${group}`,
  REMOVE_LEAVE_OUT_PRICE: () => 'remove its price of leaving out',
  ADD_VEHICLES: () => 'give the run a driver group with vehicles',
  ADD_VEHICLE_LIKE: ({ vehicle }) => `add a vehicle like ${vehicle}`,
  SEARCH_LONGER: () => 'raise the search level of the strategy, or plan fewer orders at once',
  UNLOCK: () => 'unlock it',
} satisfies Readonly<Record<string, (values: Values) => string>>;

type StepCode = keyof typeof SENTENCES;

/** Codes of all steps that remedies are made of. */
export const STEP_CODES = Object.freeze(Object.keys(SENTENCES) as readonly StepCode[]);

/** One step of a remedy: what to do, and the values of its sentence in the units in which people enter them. */
export const remedyStep = z.object({
  code: z.enum(STEP_CODES),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type RemedyStep = z.infer<typeof remedyStep>;

/** All steps of a remedy; null where one of its changes cannot be made by anybody, or nothing is known to be enough. */
export function stepsOf(
  run: BuiltProblem,
  orderId: string,
  changes: readonly Change[],
): readonly RemedyStep[] | null {
  const steps = changes.map((change) => stepOf(run, orderId, change));
  const known = steps.filter((step) => step !== null);
  return known.length > 0 && known.length === steps.length ? known : null;
}

/** The steps as one sentence. */
export function saySteps(steps: readonly RemedyStep[]): string {
  const [first = '', ...others] = steps.map(({ code, values }) =>
    (SENTENCES[code] as (values: Values) => string)(values),
  );
  return `${[first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', and ')}.`;
}

const METRES_OF_KILOMETRE = 1_000;
const SECONDS_OF_HOUR = 3_600;
const CUBIC_CENTIMETRES_OF_METRE = 1_000_000;
const CUBIC_CENTIMETRES_OF_INCH = 2.54 ** 3;
const KILOGRAMS_OF_POUND = 0.45359237;

function stepOf(run: BuiltProblem, orderId: string, change: Change): RemedyStep | null {
  const vehicleOf = (id: string) => run.vehicles.find(({ input }) => input.id === id);
  const vehicle = 'vehicle' in change ? (vehicleOf(change.vehicle)?.name ?? change.vehicle) : '';
  const step = (code: StepCode, values: Values = {}): RemedyStep => ({ code, values: { ...values } });
  switch (change.kind) {
    case 'capacity':
      return roomStep(change.dimension, change.by, vehicleOf(change.vehicle));
    case 'window':
      return step(change.isPickup ? 'END_PICKUP_WINDOW_LATER' : 'END_DELIVERY_WINDOW_LATER', {
        minutes: Math.ceil(change.by / 60),
        ...(change.job === orderId ? {} : { order: run.orderNames[change.job] ?? change.job }),
      });
    case 'shift':
      return vehicleOf(change.vehicle)?.shift
        ? step('END_SHIFT_LATER', { vehicle, minutes: Math.ceil(change.by / 60) })
        : null;
    case 'distance':
      return step('RAISE_DISTANCE_LIMIT', {
        vehicle,
        kilometers: Math.ceil(change.by / METRES_OF_KILOMETRE),
      });
    case 'duration':
      return step('RAISE_DURATION_LIMIT', { vehicle, hours: Math.ceil(change.by / SECONDS_OF_HOUR) });
    case 'stops':
      return step('RAISE_STOP_LIMIT', { vehicle, stops: change.by });
    case 'orders':
      return step('RAISE_ORDER_LIMIT', { vehicle, orders: change.by });
    case 'minimum':
      return step('LOWER_ORDER_MINIMUM', { vehicle, orders: change.to });
    case 'capabilities':
      return step(change.names.length === 1 ? 'ADD_CAPABILITY' : 'ADD_CAPABILITIES', {
        vehicle,
        capability: change.names.join(' and '),
      });
    case 'exclusion':
      return step('REMOVE_EXCLUSION_LABEL', { label: change.label });
    case 'priority':
      return step('REMOVE_PRIORITY');
    case 'group':
      return change.group.includes(':')
        ? step('REMOVE_CLUSTER_LABEL', { label: change.group.slice(change.group.indexOf(':') + 1) })
        : step('LEAVE_SEQUENCE_GROUP', { group: change.group });
    case 'required':
      return step('REMOVE_LEAVE_OUT_PRICE');
    case 'vehicle':
      return change.like === undefined
        ? step('ADD_VEHICLES')
        : step('ADD_VEHICLE_LIKE', { vehicle: vehicleOf(change.like)?.name ?? change.like });
    case 'time':
      return step('SEARCH_LONGER');
    default:
      return step('UNLOCK');
  }
}

/** Vehicles have whole kilograms or pounds, and whole metres or inches. */
function roomStep(dimension: string, by: number, of: FleetVehicle | undefined): RemedyStep {
  const amount = by / LOAD_UNITS[dimension as Dimension];
  const vehicle = of?.name ?? 'the vehicle';
  if (dimension === 'weight') {
    const values =
      of?.units.weight === 'lbs'
        ? { amount: Math.ceil((amount + 1 / LOAD_UNITS.weight) / KILOGRAMS_OF_POUND), unit: 'lbs' }
        : { amount: Math.ceil(amount), unit: 'kg' };
    return { code: 'RAISE_WEIGHT_LIMIT', values: { vehicle, ...values } };
  }
  if (dimension !== 'volume')
    return { code: 'RAISE_ROOM', values: { vehicle, dimension, amount: Math.ceil(amount) } };
  const values =
    of?.units.length === 'in'
      ? { amount: Math.ceil(amount / CUBIC_CENTIMETRES_OF_INCH), unit: 'in³' }
      : {
          amount: Math.ceil((amount * 1_000) / CUBIC_CENTIMETRES_OF_METRE) / 1_000,
          unit: 'm³',
        };
  return { code: 'RAISE_CARGO_SPACE', values: { vehicle, ...values } };
}

function endLater(window: string, order: string | number | undefined, minutes: string | number | undefined) {
  const which = order === undefined ? `its ${window} window` : `the ${window} window of order ${order}`;
  return `end ${which} ${counted(minutes, 'minute')} later`;
}

function counted(count: string | number | undefined, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
