import type { Order } from '../../ordering/orders/index.ts';
import { greatCircleMeters, type Point } from '../../platform/core/geography.ts';
import { ownValue } from '../../platform/core/own-value.ts';
import {
  type Configuration,
  type Delivery,
  type DeliveryStatus,
  isTerminal,
  type Job,
  type Location,
  pincodeOf,
  requirementsOf,
} from '../jobs/index.ts';
import type { STEPS, TrackingState } from './words.ts';

/** Everything that the recipient may see of one package, and nothing else. */
export interface TrackingView {
  readonly state: TrackingState;
  /** Whether something may still change. */
  readonly isLive: boolean;
  /** Time of each step; absent = not yet. */
  readonly reached: Readonly<Partial<Record<(typeof STEPS)[number], string>>>;
  readonly eta: string | null;
  /** The promised window, while there is no better estimate. */
  readonly window: { readonly from: string | null; readonly to: string | null };
  readonly timeZone: string;
  readonly sender: string | null;
  readonly destination: string | null;
  readonly courier: {
    readonly firstName: string | null;
    readonly vehicle: string | null;
    /** A phone number that the carrier gave for the recipient. */
    readonly phoneNumber: string | null;
  } | null;
  readonly map: {
    readonly courier: Point;
    readonly courierAt: string;
    readonly pickup: Point;
    readonly dropoff: Point;
    readonly distanceMeters: number;
  } | null;
  /** Pincode that the recipient tells the courier, while it is needed. */
  readonly pincode: string | null;
  readonly proofs: readonly { readonly kind: 'photo' | 'signature' | 'document'; readonly url: string }[];
  readonly updatedAt: string;
}

/** A view at the current time: times on another day include the day. */
export type TrackingViewNow = TrackingView & { readonly now: string };

const STATES: Readonly<Record<DeliveryStatus, TrackingState>> = {
  created: 'finding',
  scheduled: 'received',
  not_assigned_driver: 'finding',
  assigned_driver: 'to_pickup',
  started: 'to_pickup',
  pickup_enroute: 'to_pickup',
  pickup_arrived: 'at_pickup',
  items_pick_complete: 'at_pickup',
  pickup_complete: 'on_the_way',
  dropoff_enroute: 'on_the_way',
  dropoff_arrived: 'arriving',
  dropoff_complete: 'delivered',
  return_in_progress: 'returning',
  return_arrived: 'returning',
  returned: 'returned',
  canceled_by_customer: 'canceled',
  canceled_by_provider: 'finding',
  canceled_by_system: 'canceled',
  canceled_by_auto_reassign: 'finding',
  expired: 'finding',
  failed: 'finding',
};

/** The courier is shown from the pickup of the package to the end of the delivery. */
const COURIER_IS_SHOWN: ReadonlySet<TrackingState> = new Set([
  'to_pickup',
  'at_pickup',
  'on_the_way',
  'arriving',
]);
const IS_ON_THE_WAY: ReadonlySet<TrackingState> = new Set(['on_the_way', 'arriving']);

/** View of a package and its latest attempt. Pure. */
export function trackingView(
  job: Pick<Job, 'strategy'>,
  configuration: Configuration,
  delivery: Delivery | undefined,
  createdAtOf: string,
  linkOf: (documentId: string) => string,
): TrackingView {
  const { package: item } = configuration;
  const state = stateOf(configuration, delivery);
  const { pickupLocation: pickup, dropoffLocation: dropoff } = item;
  return {
    state,
    isLive: !['delivered', 'returned', 'canceled', 'problem'].includes(state),
    reached: reachedBy(delivery, createdAtOf),
    eta:
      state === 'delivered' ? (delivery?.statusHistory.at(-1)?.created_at ?? null) : etaOf(state, delivery),
    window: { from: item.dropoffStartTime, to: item.dropoffEndTime },
    timeZone: dropoff.timezoneId ?? pickup.timezoneId ?? 'UTC',
    sender: pickup.businessName,
    destination: [dropoff.addressFormattedStreet, dropoff.addressCity].filter(Boolean).join(', ') || null,
    courier: delivery && COURIER_IS_SHOWN.has(state) ? courierOf(state, delivery) : null,
    map: delivery && COURIER_IS_SHOWN.has(state) ? mapOf(delivery, pickup, dropoff) : null,
    pincode: pincodeAskedFor(state, requirementsOf(job, item), dropoff, delivery),
    proofs: delivery && state === 'delivered' ? proofsOf(delivery, linkOf) : [],
    updatedAt: delivery?.updatedAt ?? createdAtOf,
  };
}

/** View of an order without a job. Pure. */
export function viewOfOrder(order: Order, isOver: boolean): TrackingView {
  const destination = [order.dropoffAddressFormattedStreet, order.dropoffAddressCity]
    .filter(Boolean)
    .join(', ');
  return {
    state: isOver ? 'canceled' : 'received',
    isLive: !isOver,
    reached: { received: order.createdAt },
    eta: null,
    window: { from: order.dropoffStartTime ?? null, to: order.dropoffEndTime ?? null },
    timeZone: 'UTC',
    sender: order.pickupBusinessName ?? null,
    destination: destination || null,
    courier: null,
    map: null,
    pincode: null,
    proofs: [],
    updatedAt: order.updatedAt,
  };
}

function stateOf({ canceledAt, exhaustedAt }: Configuration, delivery: Delivery | undefined): TrackingState {
  const state = delivery ? STATES[delivery.status] : 'received';
  if (state === 'delivered' || state === 'returned') return state;
  if (canceledAt !== null) return 'canceled';
  return exhaustedAt === null ? state : 'problem';
}

function etaOf(state: TrackingState, delivery: Delivery | undefined): string | null {
  return delivery && (COURIER_IS_SHOWN.has(state) || state === 'finding') ? delivery.dropoffEta : null;
}

function reachedBy(delivery: Delivery | undefined, createdAtOf: string): TrackingView['reached'] {
  const firstOf = (...statuses: readonly DeliveryStatus[]) =>
    delivery?.statusHistory.find(({ status }) => statuses.includes(status))?.created_at;
  const steps = {
    received: createdAtOf,
    to_pickup: firstOf('assigned_driver', 'started', 'pickup_enroute', 'pickup_arrived'),
    on_the_way: firstOf('pickup_complete', 'dropoff_enroute', 'dropoff_arrived'),
    delivered: firstOf('dropoff_complete'),
  };
  return Object.fromEntries(Object.entries(steps).filter(([, at]) => at !== undefined));
}

function courierOf(state: TrackingState, delivery: Delivery): TrackingView['courier'] {
  const { make, model, color } = (delivery.courierVehicle ?? {}) as Record<string, unknown>;
  const vehicle = [color, make, model].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return {
    firstName: delivery.courierName?.trim().split(/\s+/)[0] ?? null,
    vehicle: vehicle === '' ? null : vehicle,
    phoneNumber: IS_ON_THE_WAY.has(state) ? delivery.courierDropoffPhoneNumber : null,
  };
}

/** Shown from the assignment of a courier until the correct pincode was entered. */
function pincodeAskedFor(
  state: TrackingState,
  requirements: readonly string[],
  dropoff: Location,
  delivery: Delivery | undefined,
): string | null {
  if (!delivery || delivery.pincodeVerifiedAt !== null || !COURIER_IS_SHOWN.has(state)) return null;
  return requirements.includes('pincode_verification') ? (pincodeOf(dropoff) ?? null) : null;
}

function mapOf({ courierLocation }: Delivery, pickup: Location, dropoff: Location): TrackingView['map'] {
  if (!courierLocation || pickup.lat === null || pickup.lng === null) return null;
  if (dropoff.lat === null || dropoff.lng === null) return null;
  const courier = { lat: courierLocation.lat, lng: courierLocation.lng };
  const to = { lat: dropoff.lat, lng: dropoff.lng };
  return {
    courier,
    courierAt: courierLocation.updatedAt,
    pickup: { lat: pickup.lat, lng: pickup.lng },
    dropoff: to,
    distanceMeters: greatCircleMeters(courier, to),
  };
}

/** Proofs of carriers, and uploaded ones: a recipient has no API key for a document's own address. */
function proofsOf(
  { proofOfDelivery, documents }: Delivery,
  linkOf: (documentId: string) => string,
): TrackingView['proofs'] {
  const uploaded = documents.filter(({ type }) => type === 'proof_of_delivery');
  const named = proofOfDelivery.flatMap(({ podType, imageUrl }) => {
    const kind = ownValue(PROOFS, String(podType));
    if (!kind || typeof imageUrl !== 'string' || !/^https?:\/\//.test(imageUrl)) return [];
    const document = documents.find(({ url }) => url === imageUrl);
    return [{ kind, url: document ? linkOf(String(document.id)) : imageUrl, id: document?.id }];
  });
  const others = uploaded
    .filter(({ id }) => named.every((one) => one.id !== id))
    .map(({ id, contentType }) => ({
      kind: String(contentType).startsWith('image/') ? ('photo' as const) : ('document' as const),
      url: linkOf(String(id)),
    }));
  return [...named.map(({ kind, url }) => ({ kind, url })), ...others];
}

const PROOFS: Readonly<Record<string, 'photo' | 'signature'>> = {
  photo_proof_of_delivery: 'photo',
  signature_proof_of_delivery: 'signature',
};

/** When the delivery ended: the link works for a while after that. Null while something may still happen. */
export function endedAt(configuration: Configuration, delivery: Delivery | undefined): string | null {
  const { canceledAt, exhaustedAt } = configuration;
  if (delivery?.status === 'dropoff_complete' || delivery?.status === 'returned') {
    return delivery.statusHistory.at(-1)?.created_at ?? delivery.updatedAt;
  }
  if (canceledAt ?? exhaustedAt) return canceledAt ?? exhaustedAt;
  return delivery && isTerminal(delivery.status) && configuration.orderId === null
    ? delivery.updatedAt
    : null;
}
