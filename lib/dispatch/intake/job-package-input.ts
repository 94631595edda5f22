import type { Side } from '../../orders/index.ts';

/** Components of an address as job requests have them (specification 2.2). */
export interface JobAddressComponents {
  readonly number?: string | undefined;
  readonly secondaryNumber?: string | undefined;
  readonly street: string;
  readonly county?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country: string;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

type SideInput<Prefix extends Side> = {
  readonly [Name in
    | 'Address'
    | 'BusinessName'
    | 'FirstName'
    | 'LastName'
    | 'PlaceId'
    | 'StoreLocationId'
    | 'PhoneNumber'
    | 'Email'
    | 'Instructions' as `${Prefix}${Name}`]?: string | undefined;
} & { readonly [Name in 'Latitude' | 'Longitude' as `${Prefix}${Name}`]?: number | undefined } & {
  readonly [Name in 'AddressComponents' as `${Prefix}${Name}`]?: JobAddressComponents | undefined;
} & { readonly [Name in 'Barcodes' as `${Prefix}${Name}`]?: readonly string[] | undefined };

/** The package fields of a job request (contract: CreateJobInputSerializer). */
export interface JobPackageInput extends SideInput<'pickup'>, SideInput<'dropoff'> {
  readonly packageDeliveryMode: string;
  readonly dropoffExternalStoreLocationId?: string | undefined;
  readonly packagePickupStartTime?: string | undefined;
  readonly packagePickupEndTime?: string | undefined;
  readonly packageDropoffStartTime?: string | undefined;
  readonly packageDropoffEndTime?: string | undefined;
  readonly packageDescription?: string | undefined;
  readonly packageValue?: number | undefined;
  readonly packageValueCents?: number | undefined;
  readonly packageTax?: number | undefined;
  readonly packageServiceFee?: number | undefined;
  readonly tipAmount?: number | undefined;
  readonly tipAmountCents?: number | undefined;
  readonly tipAmountUsd?: number | undefined;
  readonly dueAmountCents?: number | undefined;
  readonly currency?: string | undefined;
  readonly itemsCount?: number | undefined;
  readonly packageExternalIdentifier?: string | undefined;
  readonly packageMinimumVehicleSize?: string | undefined;
  readonly packageRequirements?: readonly string[] | undefined;
  readonly weight?: number | undefined;
  readonly dimensions?:
    | {
        readonly height?: number | undefined;
        readonly length?: number | undefined;
        readonly width?: number | undefined;
      }
    | undefined;
  readonly packageItems?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly referenceId?: string | undefined;
  /** Times without a zone are local to the pickup. */
  readonly inputDatetimesLocalizedToPickupTz?: boolean | undefined;
}
