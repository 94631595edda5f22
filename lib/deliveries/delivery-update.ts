import type { DeliveryStatus } from '../jobs/index.ts';
import type { Proof } from '../providers/index.ts';

/** News of one delivery, in the service's own words. Every field may be absent. */
export interface DeliveryUpdate {
  readonly status?: DeliveryStatus | undefined;
  /** When it happened; absent = now. Never after now. */
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
}
