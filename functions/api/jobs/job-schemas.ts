import * as z from 'zod';
import { numberOrText, wholeNumber } from '../../../lib/core/number-text.ts';
import { instant, optional } from '../../../lib/http/index.ts';
import { MAX_BATCH } from '../../../lib/jobs/index.ts';
import { checkSizeOf, metadataInput } from '../../../lib/orders/index.ts';

/** Optional text; an empty one counts as left out, as in orders. */
const text = (description: string) =>
  optional(z.string())
    .transform((value) => (value === '' ? undefined : value))
    .meta({ description });
/** An identifier chosen by the caller; an empty one counts as left out. */
const optionalId = optional(z.string().max(255)).transform((value) => (value === '' ? undefined : value));
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

const components = optional(
  z
    .object({
      number: text('House number.'),
      secondaryNumber: text('Flat, suite or floor.'),
      street: z.string().min(1).meta({ description: 'Street.' }),
      county: text('County.'),
      city: z.string().min(1).meta({ description: 'City.' }),
      state: text('State or province.'),
      postalCode: text('Postal code.'),
      country: z.string().min(1).meta({ description: 'Country, ISO 3166 alpha-2, such as `US`.' }),
      latitude: number('Latitude in degrees, -90 to 90; without it the address is looked up.'),
      longitude: number('Longitude in degrees, -180 to 180; without it the address is looked up.'),
    })
    .meta({ id: 'ParsedAddressInput' }),
).meta({ description: 'Address by components.' });

/** Address and contact fields of both sides. */
const side = {
  Address: optional(z.string().max(500))
    .transform((value) => (value === '' ? undefined : value))
    .meta({
      description: 'Address in one line, at most 500 characters; geocoded when no coordinates are given.',
    }),
  AddressComponents: components,
  Latitude: number('Latitude of the address in degrees, -90 to 90.'),
  Longitude: number('Longitude of the address in degrees, -180 to 180.'),
  BusinessName: text('Name of the business, at most 80 characters; or a first name.'),
  FirstName: text('First name, at most 80 characters; or the name of a business.'),
  LastName: text('Last name, at most 80 characters.'),
  PlaceId: text('Place id of a map service; instead of an address.'),
  StoreLocationId: text('Id of a store location whose address and contact are used.'),
  PhoneNumber: text('Phone number; stored in E.164.'),
  Email: text('Email address.'),
  Instructions: text('Instructions for the courier, at most 280 characters.'),
  Barcodes: texts('Barcodes to scan.'),
};

/** Fields of a package of a job or batch. Only the delivery mode is required. */
const packageFields = {
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
  dropoffExternalStoreLocationId: text('External id of the store location of the dropoff.'),
  dropoffPhoneNumber: side.PhoneNumber,
  dropoffEmail: side.Email,
  dropoffInstructions: side.Instructions,
  dropoffBarcodes: side.Barcodes,
  packageDeliveryMode: z.string().meta({ description: '`now` or `scheduled`.' }),
  packagePickupStartTime: time('Start of the pickup window.'),
  packagePickupEndTime: time('End of the pickup window.'),
  packageDropoffStartTime: time('Start of the dropoff window.'),
  packageDropoffEndTime: time('End of the dropoff window.'),
  packageDescription: text('Description of the package, at most 280 characters.'),
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
  currency: text('Currency of all amounts, ISO 4217, such as `USD`; default `USD`.'),
  itemsCount: whole('Number of pieces, at least 1.'),
  packageExternalIdentifier: optionalId.meta({
    description: 'External id of the package, unique among active packages.',
  }),
  packageMinimumVehicleSize: text(
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
  referenceId: text('Further id that the courier sees; several packages may share it.'),
};

/** Fields of a job besides its packages. */
const ownFields = {
  externalIdentifier: optionalId.meta({
    description: 'External id of the job.',
  }),
  optionsGroupId: text("Id of the dispatch strategy, `opn_...`; default the organization's."),
  jobMetadata: optional(metadataInput).meta({ description: "The caller's own data." }),
  inputDatetimesLocalizedToPickupTz: optional(z.boolean()).meta({
    description: 'Whether times without a zone are local to the pickup; default false.',
  }),
};

/** Fields of a job request (contract: CreateJobInputSerializer). */
export const jobFields = {
  ...packageFields,
  ...ownFields,
  quoteRequestOnly: optional(z.boolean()).meta({
    description: 'Whether only quotes are wanted: the job waits until one is selected. Default false.',
  }),
};

function fitsOneItem(body: object, context: z.core.$RefinementCtx): void {
  checkSizeOf('job', body, context);
}

/** Body of POST /v1/jobs. */
export const createJobBody = z.object(jobFields).superRefine(fitsOneItem).meta({ id: 'CreateJobInput' });

/** Body of POST /v1/jobs/external_identifier/{externalIdentifier}. */
export const upsertJobBody = z
  .object({
    ...jobFields,
    packageDeliveryMode: optional(z.string()).meta({
      description: '`now` or `scheduled`; required for a new job.',
    }),
    autodispatch: optional(z.boolean()).meta({
      description: 'Whether to dispatch at once by the strategy; default false.',
    }),
  })
  .superRefine(fitsOneItem)
  .meta({ id: 'UpsertJobInput' });

/** Body of POST /v1/batch_job (specification 2.2). */
export const createBatchJobBody = z
  .object({
    packages: z
      .array(z.object(packageFields).meta({ id: 'BatchPackageInput' }).superRefine(fitsOneItem))
      .min(1)
      .max(MAX_BATCH)
      .meta({ description: `Packages in the order of the stops; at most ${MAX_BATCH}.` }),
    ...ownFields,
  })
  .meta({ id: 'CreateBatchJobInput' });

const changeFields = {
  ...packageFields,
  packageDeliveryMode: optional(z.string()).meta({ description: '`now` or `scheduled`.' }),
  inputDatetimesLocalizedToPickupTz: ownFields.inputDatetimesLocalizedToPickupTz,
  packageMetadata: optional(metadataInput).meta({
    description: "The caller's own data of the package; replaces the previous data.",
  }),
};

/** Body of PATCH /v1/jobs/{id} and of its configurations. */
export const updateJobBody = z
  .object({
    ...changeFields,
    externalIdentifier: ownFields.externalIdentifier,
    jobMetadata: optional(metadataInput).meta({
      description: "The caller's own data of the job; replaces the previous data.",
    }),
  })
  .superRefine(fitsOneItem)
  .meta({ id: 'UpdateJobInput' });

/** Windows of a delivery, for rebooking and reassigning. */
export const windowFields = {
  pickupStartTime: optional(instant).meta({ description: 'Start of the pickup window.' }),
  pickupEndTime: optional(instant).meta({ description: 'End of the pickup window.' }),
  dropoffStartTime: optional(instant).meta({ description: 'Start of the dropoff window.' }),
  dropoffEndTime: optional(instant).meta({ description: 'End of the dropoff window.' }),
};

export const jobBodyExample = {
  packageDeliveryMode: 'now',
  pickupBusinessName: 'Corner Bakery',
  pickupPhoneNumber: '+14155550100',
  pickupAddressComponents: {
    number: '100',
    street: 'Market Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94105',
    country: 'US',
    latitude: 37.7936,
    longitude: -122.3958,
  },
  dropoffFirstName: 'Ada',
  dropoffLastName: 'Moss',
  dropoffPhoneNumber: '+14155550199',
  dropoffAddressComponents: {
    number: '900',
    street: 'Valencia Street',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94110',
    country: 'US',
    latitude: 37.7576,
    longitude: -122.4212,
  },
  packageDescription: 'Two bags',
  packageValueCents: 2500,
  tipAmountCents: 100,
  itemsCount: 2,
};
