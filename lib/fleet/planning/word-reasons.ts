import type { Change, Reason } from '../../engines/optimization/index.ts';
import type { BuiltProblem } from './build-problem.ts';
import type { FleetVehicle } from './fleet-of-run.ts';
import { editsOf, type RemedyEdit } from './remedy-edits.ts';
import { type RemedyStep, saySteps, stepsOf } from './remedy-steps.ts';

/** Why an order is on no route, in the words of planners. */
export interface WordedReason {
  readonly code: string;
  readonly message: string;
  /** What the message says: the code, or one that says more. */
  readonly messageCode: MessageCode;
  /** What is enough for the order to be planned beside all others; null where that is not known. */
  readonly remedy: string | null;
  /** The remedy step by step; null without one. */
  readonly remedySteps: readonly RemedyStep[] | null;
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
const SENTENCES = {
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
} as const;

/** What prevents an order even on an empty vehicle. */
const ALONE = {
  CAPACITY_ALONE: 'The order is too large for every vehicle.',
  TIME_WINDOW_ALONE: 'No vehicle can arrive within its time window, even without other orders.',
  SHIFT_ALONE: 'No shift is long enough for it, even without other orders.',
  CAPABILITY_ALONE: 'No vehicle has the capabilities that the order requires.',
  DISTANCE_LIMIT_ALONE: 'It is farther than any vehicle may drive.',
  DURATION_LIMIT_ALONE: 'It takes longer than any vehicle may be on the road.',
} as const;

const MESSAGES = {
  ...SENTENCES,
  ...ALONE,
  NOT_LOOKED_INTO: 'Time ran out before it was found out what keeps it off the routes.',
  FREE_ELSEWHERE:
    'The vehicles near it are all in use. Others like them are free, but the orders were planned in parts, and it was not tried on them.',
  FITS_NOWHERE: 'It does not fit anywhere.',
} as const;

type MessageCode = keyof typeof MESSAGES;

/** Codes of all messages. */
export const MESSAGE_CODES = Object.freeze(Object.keys(MESSAGES) as readonly MessageCode[]);

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
      return { code: 'NOT_TRIED', ...said('FREE_ELSEWHERE'), ...NO_REMEDY };
    const isUnknown = code === 'NOT_TRIED' && changes.length === 0;
    const isOfAll = alone && !isOfSome(run, orderId, code);
    const message = isUnknown ? 'NOT_LOOKED_INTO' : messageOf(code, isOfAll);
    const remedySteps = stepsOf(run, orderId, changes);
    if (remedySteps === null) return { code, ...said(message), ...NO_REMEDY };
    return {
      code,
      ...said(message),
      remedy: saySteps(remedySteps),
      remedySteps,
      target: targetOf(run, orderId, changes),
      edits: editsOf(run, orderId, changes),
    };
  });
}

const NO_REMEDY = { remedy: null, remedySteps: null, target: null, edits: null };

const said = (messageCode: MessageCode) => ({ message: MESSAGES[messageCode], messageCode });

function messageOf(code: string, isOfAll: boolean): MessageCode {
  const named = (name: string) => MESSAGE_CODES.find((one) => one === name);
  return (isOfAll ? named(`${code}_ALONE`) : undefined) ?? named(code) ?? 'FITS_NOWHERE';
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
