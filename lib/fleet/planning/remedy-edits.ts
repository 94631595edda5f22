import * as z from 'zod';
import type { Change } from '../../engines/optimization/index.ts';
import type { BuiltProblem } from './build-problem.ts';
import { LOAD_UNITS } from './loads.ts';

const METRES_OF_KILOMETRE = 1_000;
const SECONDS_OF_HOUR = 3_600;
const KILOGRAMS_OF_POUND = 0.45359237;

const enteredValue = z.union([z.number(), z.string(), z.array(z.string())]);

/** One value that a remedy changes, in the units in which it is entered. */
export const remedyEdit = z.object({
  /** The operation of the API that changes it. */
  operation: z.enum(['updateOrder', 'updateVehicle', 'upsertShifts']),
  /** The order, vehicle or shift. */
  id: z.string(),
  /** Name of the order or vehicle for people, or of the vehicle of the shift. */
  name: z.string(),
  /** Path of the field in the body of the operation, with dots: only this value changes. */
  field: z.string(),
  /** The value at the time of the run; null = none. */
  from: enteredValue.nullable(),
  /** The value that is enough; null clears it. */
  to: enteredValue.nullable(),
});
export type RemedyEdit = z.infer<typeof remedyEdit>;

/** All values that a remedy changes; null where one of its changes is not a change of one value. */
export function editsOf(
  run: BuiltProblem,
  orderId: string,
  changes: readonly Change[],
): readonly RemedyEdit[] | null {
  const edits = changes.map((change) => editOf(run, orderId, change));
  const known = edits.filter((edit) => edit !== null);
  const fields = new Set(known.map(({ id, field }) => `${id} ${field}`));
  return known.length > 0 && known.length === edits.length && fields.size === known.length ? known : null;
}

function editOf(run: BuiltProblem, orderId: string, change: Change): RemedyEdit | null {
  switch (change.kind) {
    case 'window':
      return windowEdit(run, change);
    case 'shift':
      return shiftEdit(run, change);
    case 'capacity':
      return change.dimension === 'weight' ? vehicleEdit(run, change.vehicle, 'weight', change.by) : null;
    case 'distance':
      return vehicleEdit(run, change.vehicle, 'maxDistance', change.by);
    case 'duration':
      return vehicleEdit(run, change.vehicle, 'maxDuration', change.by);
    case 'stops':
      return vehicleEdit(run, change.vehicle, 'maxStops', change.by);
    case 'capabilities':
      return capabilitiesEdit(run, change.vehicle, change.names);
    case 'exclusion':
      return settingEdit(run, orderId, 'mxLabel', change.label);
    case 'required':
      return settingEdit(run, orderId, 'leaveOutCents', jobOf(run, orderId)?.leaveOutCents);
    default:
      return null;
  }
}

const jobOf = ({ input }: BuiltProblem, id: string) => input.jobs.find((job) => job.id === id);

const nameOf = ({ orderNames }: BuiltProblem, id: string) => orderNames[id] ?? id;

function windowEdit(
  run: BuiltProblem,
  { job, isPickup, by }: Change & { kind: 'window' },
): RemedyEdit | null {
  const from = run.windowEnds?.[job]?.[isPickup ? 'pickup' : 'dropoff'];
  if (from === undefined) return null;
  return {
    operation: 'updateOrder',
    id: job,
    name: nameOf(run, job),
    field: isPickup ? 'pickupEndTime' : 'dropoffEndTime',
    from,
    to: laterBy(from, by),
  };
}

function shiftEdit({ vehicles }: BuiltProblem, change: { vehicle: string; by: number }): RemedyEdit | null {
  const vehicle = vehicles.find(({ input }) => input.id === change.vehicle);
  if (!vehicle?.shift) return null;
  const { id, plannedEnd: from } = vehicle.shift;
  const to = laterBy(from, change.by);
  return { operation: 'upsertShifts', id, name: vehicle.name, field: 'plannedEnd', from, to };
}

/** People enter whole minutes. */
function laterBy(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + Math.ceil(seconds / 60) * 60_000).toISOString();
}

type LimitField = 'weight' | 'maxDistance' | 'maxDuration' | 'maxStops';

/** Units of the solver in one of a field. */
const UNITS: Readonly<Record<LimitField, number>> = {
  weight: LOAD_UNITS.weight,
  maxDistance: METRES_OF_KILOMETRE,
  maxDuration: SECONDS_OF_HOUR,
  maxStops: 1,
};

function vehicleEdit(run: BuiltProblem, of: string, field: LimitField, by: number): RemedyEdit | null {
  const vehicle = run.vehicles.find(({ input }) => input.id === of);
  const from = vehicle?.entered?.[field];
  if (!vehicle?.vehicleId || typeof from !== 'number') return null;
  const inPounds = field === 'weight' && vehicle.units.weight === 'lbs';
  // A pound is not a whole number of the solver's units.
  const more = inPounds ? (by + 1) / LOAD_UNITS.weight / KILOGRAMS_OF_POUND : by / UNITS[field];
  return {
    operation: 'updateVehicle',
    id: vehicle.vehicleId,
    name: vehicle.name,
    field: `vehicleConfig.${field}`,
    from,
    to: from + Math.ceil(more),
  };
}

function capabilitiesEdit(run: BuiltProblem, of: string, names: readonly string[]): RemedyEdit | null {
  const vehicle = run.vehicles.find(({ input }) => input.id === of);
  if (!vehicle?.vehicleId || vehicle.entered === undefined) return null;
  const from = vehicle.entered.capabilities ?? null;
  return {
    operation: 'updateVehicle',
    id: vehicle.vehicleId,
    name: vehicle.name,
    field: 'vehicleConfig.capabilities',
    from,
    to: [...new Set([...(from ?? []), ...names])],
  };
}

function settingEdit(
  run: BuiltProblem,
  id: string,
  field: 'mxLabel' | 'leaveOutCents',
  from: string | number | undefined,
): RemedyEdit | null {
  if (from === undefined) return null;
  const name = nameOf(run, id);
  return { operation: 'updateOrder', id, name, field: `optimizationParameters.${field}`, from, to: null };
}
