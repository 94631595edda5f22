import type { DeliveryStatus } from '../../../engines/vocabulary/index.ts';
import type { Proof } from '../../providers/index.ts';

/** An update of one delivery, in the service's own words. Every field may be absent. */
export interface DeliveryUpdate {
  readonly status?: DeliveryStatus | undefined;
  /** When it happened; absent = now. Never in the future. */
  readonly occurredAt?: string | undefined;
  readonly coordinates?: { readonly latitude: number; readonly longitude: number } | undefined;
  readonly proofOfDelivery?: readonly Proof[] | undefined;
  readonly courier?:
    | {
        readonly name?: string | undefined;
        readonly phoneNumber?: string | undefined;
        readonly pickupPhoneNumber?: string | undefined;
        readonly dropoffPhoneNumber?: string | undefined;
        readonly profileImageUrl?: string | undefined;
        readonly externalId?: string | undefined;
        readonly vehicle?: Readonly<Record<string, string | undefined>> | undefined;
      }
    | undefined;
  readonly failure?: { readonly code: string; readonly reason?: string | undefined } | undefined;
  readonly pickupNote?: string | undefined;
  readonly dropoffNote?: string | undefined;
  readonly parkingLocation?: string | undefined;
  readonly returnParkingLocation?: string | undefined;
  readonly pickupEta?: string | undefined;
  readonly dropoffEta?: string | undefined;
  readonly externalDeliveryId?: string | undefined;
  /** All items that were picked; replaces the earlier list. */
  readonly pickedItems?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** Condition of all items that come back; replaces the earlier list. */
  readonly returnedItems?: readonly Readonly<Record<string, unknown>>[] | undefined;
  /** What the recipient paid to the courier. */
  readonly collected?: { readonly amountCents: number; readonly method: string } | undefined;
  readonly waitFeeCents?: number | undefined;
  readonly waitTimeMinutes?: number | undefined;
  readonly cancellationFeeCents?: number | undefined;
  readonly returnFeeCents?: number | undefined;
  /** Other fees of the provider in cents, by name. */
  readonly otherProviderFees?: Readonly<Record<string, number>> | undefined;
  /** The last four digits of the recipient's phone number, as given to the courier. */
  readonly pincode?: string | undefined;
}
