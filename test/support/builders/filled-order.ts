import {
  type OrderFieldName,
  type OrderFields,
  orderFieldEntries,
} from '../../../lib/ordering/orders/index.ts';
import { anySide } from './any-order.ts';

/** Other ways to refer to what the filled order refers to, and what must exist for it. */
const LEFT_OUT: ReadonlySet<OrderFieldName> = new Set([
  'pickupAddress',
  'pickupPlaceId',
  'pickupStoreLocationId',
  'pickupExternalStoreLocationId',
  'pickupStoreLocationIds',
  'pickupZoneIds',
  'dropoffAddress',
  'dropoffPlaceId',
  'dropoffStoreLocationId',
  'deliveryWindowId',
  'dispatchStrategyId',
]);

/** Values for which rules ask. */
const JUDGED: OrderFields = {
  ...anySide('pickup'),
  ...anySide('dropoff'),
  pickupEmail: 'bakery@example.com',
  dropoffEmail: 'ada@example.com',
  deliveryMode: 'scheduled',
  pickupStartTime: '2026-03-02T12:00:00.000Z',
  pickupEndTime: '2026-03-02T13:00:00.000Z',
  dropoffStartTime: '2026-03-02T13:30:00.000Z',
  dropoffEndTime: '2026-03-02T14:00:00.000Z',
  pickupOtherWindows: ['2026-03-03T12:00:00.000Z/2026-03-03T13:00:00.000Z'],
  dropoffOtherWindows: ['2026-03-03T13:30:00.000Z/2026-03-03T14:00:00.000Z'],
  requirements: ['photo_proof_of_delivery'],
  minimumVehicleSize: 'car',
  items: [{ id: 'cake', count: 2, description: 'Cake' }],
  currency: 'USD',
  valueCents: 2_500,
  maxDeliveryFeeCents: 5_000,
};

/** A valid order with every field filled in; a new field is filled in by its kind. */
export function filledOrder(more: OrderFields = {}): OrderFields {
  const byKind = (name: string) => ({
    text: `${name} as text`,
    list: [name],
    whole: 7,
    money: 70,
    decimal: 1.5,
    time: '2026-03-02T12:30:00.000Z',
    object: { barcode: { type: name } },
  });
  const filled = orderFieldEntries.flatMap(([name, { kind }]) =>
    LEFT_OUT.has(name) ? [] : [[name, byKind(name)[kind]] as const],
  );
  return { ...Object.fromEntries(filled), ...JUDGED, ...more };
}
