import * as z from 'zod';
import { metadataInput } from '../../../ordering/orders/index.ts';
import { numberOrText, wholeNumber } from '../../../platform/core/number-text.ts';
import { optional } from '../../../platform/core/optional.ts';

/** Optional text; an empty one counts as left out, as in orders. */
export const optionalText = (description: string) =>
  optional(z.string())
    .transform((value) => (value === '' ? undefined : value))
    .meta({ description });
/** An identifier chosen by the caller; an empty one counts as left out. */
export const optionalId = optional(z.string().max(255)).transform((value) =>
  value === '' ? undefined : value,
);
const texts = (description: string) => optional(z.array(z.string())).meta({ description });
const number = (description: string) => optional(numberOrText(z.number())).meta({ description });
const whole = (description: string) => optional(wholeNumber).meta({ description });

/** A date and time as sent: whether it is UTC or local to the pickup is decided with the rest of the body. */
const time = (what: string) =>
  optional(z.string())
    .transform((value) => (value === '' ? undefined : value))
    .meta({
      description: `${what} Without a zone it is UTC, or local to the pickup with \`inputDatetimesLocalizedToPickupTz\`.`,
      example: '2026-03-05T14:30:00Z',
    });

const components = z
  .object({
    number: optionalText('House number.'),
    secondaryNumber: optionalText('Flat, suite or floor.'),
    street: z.string().min(1).meta({ description: 'Street.' }),
    county: optionalText('County.'),
    city: z.string().min(1).meta({ description: 'City.' }),
    state: optionalText('State or province.'),
    postalCode: optionalText('Postal code.'),
    country: z.string().min(1).meta({ description: 'Country, ISO 3166 alpha-2, such as `US`.' }),
    latitude: number('Latitude in degrees, -90 to 90; without it the address is looked up.'),
    longitude: number('Longitude in degrees, -180 to 180; without it the address is looked up.'),
  })
  .meta({ id: 'ParsedAddressInput' });

/** Address and contact fields of both sides. */
const side = {
  Address: optional(z.string().max(500))
    .transform((value) => (value === '' ? undefined : value))
    .meta({
      description: 'Address in one line, at most 500 characters; geocoded when no coordinates are given.',
    }),
  AddressComponents: optional(components).meta({ description: 'Address by components.' }),
  Latitude: number('Latitude of the address in degrees, -90 to 90.'),
  Longitude: number('Longitude of the address in degrees, -180 to 180.'),
  BusinessName: optionalText('Name of the business, at most 80 characters; or a first name.'),
  FirstName: optionalText('First name, at most 80 characters; or the name of a business.'),
  LastName: optionalText('Last name, at most 80 characters.'),
  PlaceId: optionalText('Place id of a map service; instead of an address.'),
  StoreLocationId: optionalText('Id of a store location whose address and contact are used.'),
  PhoneNumber: optionalText('Phone number; stored in E.164.'),
  Email: optionalText('Email address.'),
  Instructions: optionalText('Instructions for the courier, at most 280 characters.'),
  Barcodes: texts('Barcodes to scan.'),
};

/**
 * The package fields of a job request (specification 2.2; contract: CreateJobInputSerializer), declared here only. Only
 * the delivery mode is required.
 */
export const jobPackageFields = {
  pickupAddress: side.Address,
  pickupAddressComponents: side.AddressComponents,
  pickupLatitude: side.Latitude,
  pickupLongitude: side.Longitude,
  pickupBusinessName: side.BusinessName,
  pickupFirstName: side.FirstName,
  pickupLastName: side.LastName,
  pickupPlaceId: side.PlaceId,
  pickupStoreLocationId: side.StoreLocationId,
  pickupPhoneNumber: side.PhoneNumber,
  pickupEmail: side.Email,
  pickupInstructions: side.Instructions,
  pickupBarcodes: side.Barcodes,
  dropoffAddress: side.Address,
  dropoffAddressComponents: side.AddressComponents,
  dropoffLatitude: side.Latitude,
  dropoffLongitude: side.Longitude,
  dropoffBusinessName: side.BusinessName,
  dropoffFirstName: side.FirstName,
  dropoffLastName: side.LastName,
  dropoffPlaceId: side.PlaceId,
  dropoffStoreLocationId: side.StoreLocationId,
  dropoffExternalStoreLocationId: optionalText('External id of the store location of the dropoff.'),
  dropoffPhoneNumber: side.PhoneNumber,
  dropoffEmail: side.Email,
  dropoffInstructions: side.Instructions,
  dropoffBarcodes: side.Barcodes,
  packageDeliveryMode: z.string().meta({ description: '`now` or `scheduled`.' }),
  packagePickupStartTime: time('Start of the pickup window.'),
  packagePickupEndTime: time('End of the pickup window.'),
  packageDropoffStartTime: time('Start of the dropoff window.'),
  packageDropoffEndTime: time('End of the dropoff window.'),
  packageDescription: optionalText('Description of the package, at most 280 characters.'),
  packageValue: number(
    'Value of the goods in units of the currency, such as 25.5; the same amount as `packageValueCents`.',
  ),
  packageValueCents: whole('Value of the goods in cents, more than 0.'),
  packageTax: number('Tax on the goods in units of the currency, 0 or more.'),
  packageServiceFee: number('Service fee in units of the currency, 0 or more.'),
  tipAmount: number(
    "The courier's tip in units of the currency; the same amount as `tipAmountCents`. Default none.",
  ),
  tipAmountCents: whole("The courier's tip in cents; default none."),
  tipAmountUsd: number('Another name of `tipAmount`.'),
  dueAmountCents: whole(
    'Amount that the driver collects from the recipient, in cents, at most the value; default 0: prepaid.',
  ),
  currency: optionalText('Currency of all amounts, ISO 4217, such as `USD`; default `USD`.'),
  itemsCount: whole('Number of pieces, at least 1.'),
  packageExternalIdentifier: optionalId.meta({
    description: 'External id of the package, unique among active packages.',
  }),
  packageMinimumVehicleSize: optionalText(
    'Smallest vehicle that can carry it, such as `bike`, `car` or `van`; default any.',
  ),
  packageRequirements: texts(
    'Requirements of the courier, such as `photo_proof_of_delivery`; custom ones start with `custom:` or `preferred:`.',
  ),
  weight: number('Weight in kilograms.'),
  dimensions: optional(
    z.object({
      height: number('Height in centimetres.'),
      length: number('Length in centimetres.'),
      width: number('Width in centimetres.'),
    }),
  ).meta({ description: 'Size of the package.' }),
  packageItems: optional(z.array(z.record(z.string(), z.unknown())).max(500)).meta({
    description: 'Pieces of the package: `count`, `description`, `valueCents` and other data of your own.',
  }),
  referenceId: optionalText('Further id that the courier sees; several packages may share it.'),
};

/** Fields of a job besides its packages. */
export const jobOwnFields = {
  externalIdentifier: optionalId.meta({
    description: 'External id of the job.',
  }),
  optionsGroupId: optionalText("Id of the dispatch strategy, `opn_...`; default the organization's."),
  jobMetadata: optional(metadataInput).meta({ description: "The caller's own data." }),
  inputDatetimesLocalizedToPickupTz: optional(z.boolean()).meta({
    description: 'Whether times without a zone are local to the pickup; default false.',
  }),
};

/** How one job departs. */
export const jobDepartureFields = {
  quoteRequestOnly: optional(z.boolean()).meta({
    description: 'Whether only quotes are wanted: the job waits until one is selected. Default false.',
  }),
  autodispatch: optional(z.boolean()).meta({
    description: 'Whether to dispatch at once by the strategy; default false.',
  }),
};

/** Fields as they are read: what was left out may be absent. */
type Read<Shape extends z.ZodRawShape> = {
  readonly [Name in keyof Shape]?: z.output<Shape[Name]> | undefined;
};

/** Components of an address as job requests have them. */
export type JobAddressComponents = Read<(typeof components)['shape']> &
  Readonly<Pick<z.output<typeof components>, 'street' | 'city' | 'country'>>;

/** A package of a job request. */
export type JobPackageInput = Read<
  Omit<typeof jobPackageFields, 'pickupAddressComponents' | 'dropoffAddressComponents'>
> & {
  readonly packageDeliveryMode: string;
  readonly pickupAddressComponents?: JobAddressComponents | undefined;
  readonly dropoffAddressComponents?: JobAddressComponents | undefined;
} & Pick<JobOwnInput, 'inputDatetimesLocalizedToPickupTz'>;

/** What a request says of the whole job or batch. */
export type JobOwnInput = Read<typeof jobOwnFields>;

/** A requested job. */
export type JobInput = JobPackageInput & JobOwnInput & Read<typeof jobDepartureFields>;
