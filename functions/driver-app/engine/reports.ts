import type { Visit } from './visits.ts';

/** Where a driver stands at a visit. */
export type Step = 'start' | 'arrive' | 'complete' | 'skip' | 'resume' | 'fail' | 'bringBack';

/** What a driver does with a shift. */
export type ShiftStep = 'start' | 'end' | 'startBreak' | 'endBreak';

/** Reasons for which a delivery fails, as the API knows them. */
export const FAILURES = [
  'customer_unavailable',
  'address_not_found',
  'damage_in_transit',
  'item_unavailable',
  'age_verification_failed',
  'other',
] as const;
export type Failure = (typeof FAILURES)[number];

/** What can happen on a route, as the API knows it; the others are found by the service. */
export const EXCEPTIONS = [
  'vehicle_breakdown',
  'adhoc_break',
  'refuel_request',
  'late_departure',
  'customer_not_home',
  'vehicle_overweight',
  'vehicle_oversize',
] as const;
export type Exception = (typeof EXCEPTIONS)[number];

/** An item that was picked, or that comes back. */
export interface ReportedItem {
  readonly id?: string;
  readonly sku?: string;
  readonly name?: string;
  readonly quantity?: number;
}

export interface PickedItem extends ReportedItem {
  readonly status: 'found' | 'substituted' | 'not_found';
  readonly scannedBarcode?: string;
  readonly weight?: number;
}

export interface ReturnedItem extends ReportedItem {
  readonly condition: 'good' | 'damaged';
}

/** How a recipient pays. */
export const PAYMENTS = ['cash', 'card', 'other'] as const;
export type Payment = (typeof PAYMENTS)[number];

/** A proof: a picture that is a file of the phone until it is uploaded, a scan, or the check of a person. */
export type Proof =
  | {
      readonly podType: string;
      readonly method: 'document' | 'date_of_birth';
      readonly status: 'success' | 'failure';
    }
  | { readonly podType: string; readonly fileId: string }
  | { readonly podType: string; readonly value: string; readonly status: 'success' | 'manually_entered' };

/** What is reported to the API, but for its key and its time. */
export type Report =
  | { readonly kind: 'offer'; readonly taskId: string; readonly accepts: boolean }
  | {
      readonly kind: 'stop';
      readonly routeId: string;
      readonly stopId: string;
      readonly status: string;
      readonly reason?: string;
    }
  | {
      readonly kind: 'delivery';
      readonly deliveryId: string;
      readonly update: {
        readonly status?: string;
        readonly failure?: { readonly code: Failure; readonly reason?: string };
        readonly pincode?: string;
        readonly dropoffNote?: string;
        readonly pickedItems?: readonly PickedItem[];
        readonly returnedItems?: readonly ReturnedItem[];
        readonly collected?: { readonly amountCents: number; readonly method: Payment };
      };
      readonly proofs: readonly Proof[];
    }
  | { readonly kind: 'shift'; readonly shiftId: string; readonly step: ShiftStep }
  | { readonly kind: 'message'; readonly text: string; readonly deliveryId?: string }
  | { readonly kind: 'read'; readonly upTo: string }
  | {
      readonly kind: 'form';
      readonly formKey: string;
      readonly answers: Readonly<Record<string, string | number | boolean>>;
      readonly deliveryId?: string;
      readonly routeId?: string;
      readonly stopId?: string;
    }
  /** The named stops exchange their places. */
  | { readonly kind: 'sequence'; readonly routeId: string; readonly stopIds: readonly string[] }
  | {
      readonly kind: 'exception';
      readonly routeId: string;
      readonly type: Exception;
      readonly note?: string;
    };

/** Why a driver skips or fails a visit. */
export interface Because {
  readonly failure?: Failure;
  /** In the driver's words. */
  readonly words?: string;
}

const STATUS_OF_STOP: Readonly<Record<Exclude<Step, 'bringBack'>, string>> = {
  start: 'ENROUTE',
  arrive: 'IN_PROGRESS',
  complete: 'COMPLETED',
  skip: 'SKIPPED',
  resume: 'PENDING',
  fail: 'FAILED',
};

/** Statuses in which the driver has the package. */
const ON_BOARD: ReadonlySet<string> = new Set(['pickup_complete', 'dropoff_enroute', 'dropoff_arrived']);

/** The steps that a driver can take at a visit now, the usual one first. */
export function stepsAt({ state, kind, stop, packages }: Visit): readonly Step[] {
  const isOnBoard = packages.length > 0 && packages.every(({ status }) => ON_BOARD.has(status));
  const others: readonly Step[] = [
    ...(stop ? (['skip'] as const) : []),
    ...(kind === 'dropoff' ? (['fail'] as const) : []),
    ...(kind === 'dropoff' && isOnBoard ? (['bringBack'] as const) : []),
  ];
  switch (state) {
    case 'waiting':
      // A break begins where the driver is, and the way back is reported when it begins.
      return [kind === 'break' || (kind === 'return' && !stop) ? 'arrive' : 'start', ...others];
    case 'underWay':
      return ['arrive', ...others];
    case 'arrived':
      return ['complete', ...others];
    case 'skipped':
      return ['resume'];
    default:
      return [];
  }
}

/**
 * The reports of a step. The stop of a route tells the service of all its packages; without a route each package is
 * reported. What was skipped is resumed by starting it again.
 */
export function reportsOf(visit: Visit, step: Step, { failure, words }: Because = {}): readonly Report[] {
  const reason = words === undefined || words === '' ? {} : { reason: words };
  if (step === 'bringBack') {
    const note = words === undefined || words === '' ? {} : { dropoffNote: words };
    return visit.packages.map(
      ({ deliveryId }): Report => ({
        kind: 'delivery',
        deliveryId,
        update: { status: 'return_in_progress', ...note },
        proofs: [],
      }),
    );
  }
  if (step === 'fail' || !visit.stop) {
    const status = step === 'fail' ? 'failed' : statusOfDelivery(visit, step);
    const because = failure ? { failure: { code: failure, ...reason } } : {};
    const ofPackages = visit.packages.map(
      ({ deliveryId }): Report => ({
        kind: 'delivery',
        deliveryId,
        update: { status, ...because },
        proofs: [],
      }),
    );
    if (!visit.stop) return ofPackages;
    return [...ofPackages, { kind: 'stop', ...visit.stop, status: STATUS_OF_STOP.fail, ...reason }];
  }
  return [{ kind: 'stop', ...visit.stop, status: STATUS_OF_STOP[step], ...reason }];
}

function statusOfDelivery({ kind }: Visit, step: Step): string {
  if (kind === 'return') return step === 'arrive' ? 'return_arrived' : 'returned';
  const end = kind === 'pickup' ? 'pickup' : 'dropoff';
  if (step === 'arrive') return `${end}_arrived`;
  return step === 'complete' ? `${end}_complete` : `${end}_enroute`;
}
