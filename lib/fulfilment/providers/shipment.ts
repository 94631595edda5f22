import type { DeliveryMode } from '../../ordering/orders/index.ts';
/** One end of a delivery, for a provider. */
export interface ShipmentStop {
  readonly formattedAddress: string;
  readonly street: string | null;
  readonly addressNumber: string | null;
  /** Flat, suite or floor. */
  readonly addressSecondaryNumber: string | null;
  readonly city: string | null;
  readonly county: string | null;
  readonly state: string | null;
  readonly zip: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
  readonly lat: number | null;
  readonly lng: number | null;
  readonly businessName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly phoneNumber: string | null;
  readonly email: string | null;
  readonly instructions: string | null;
  /** Window in which the courier is expected: instants. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly barcodes: readonly string[];
  readonly storeLocationId: string | null;
}

/** What to carry, from where to where and when, in terms that every provider understands. */
export interface Shipment {
  readonly deliveryMode: DeliveryMode;
  readonly pickup: ShipmentStop;
  readonly dropoff: ShipmentStop;
  readonly description: string | null;
  readonly itemsCount: number | null;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly currency: string;
  readonly valueCents: number;
  readonly tipAmountCents: number;
  /** Amount that the courier collects from the recipient; 0 = prepaid. */
  readonly dueAmountCents: number;
  readonly requirements: readonly string[];
  readonly minimumVehicleSize: string | null;
  /** Kilograms. */
  readonly weight: number | null;
  /** Centimetres. */
  readonly dimensions: {
    readonly height: number | null;
    readonly length: number | null;
    readonly width: number | null;
  } | null;
  readonly referenceId: string | null;
  readonly packageExternalIdentifier: string | null;
}
