import * as z from 'zod';
import {
  decimal,
  metadataInput,
  type ORDER_FIELDS,
  type OrderFieldName,
  optionalId,
  optionalText,
  type Side,
  type SideFields,
  sideFields,
} from '../../../ordering/orders/index.ts';
import { optional } from '../../../platform/core/optional.ts';
import { type DimensionName, dimensionParts, locationParts, packageParts } from '../../jobs/index.ts';

type Fields = typeof ORDER_FIELDS;

/** The parts of a package that a job request names. */
type RequestedParts = {
  [Name in OrderFieldName as Fields[Name]['job'] extends { on: 'package'; sentAs: infer Sent extends string }
    ? Sent
    : never]: Fields[Name]['job'] extends { input(): infer Input } ? Input : never;
};

const requestedParts = Object.fromEntries(
  packageParts.flatMap(({ part }) => (part.sentAs === null ? [] : [[part.sentAs, part.input()]])),
) as RequestedParts;

/** The components of an address, under the names that a job request has for them. */
type Components = {
  [Name in keyof SideFields as SideFields[Name]['job'] extends { component: infer Component extends string }
    ? Component
    : never]: SideFields[Name]['job'] extends { input(): infer Input } ? Input : never;
};

const components = z
  .object(
    Object.fromEntries(
      locationParts.flatMap(({ part }) => (part.component === null ? [] : [[part.component, part.input()]])),
    ) as Components,
  )
  .meta({ id: 'ParsedAddressInput' });

/** The fields of a side that a job request has under the names of orders. */
type SameNames = {
  [Name in keyof SideFields as SideFields[Name]['job'] extends { component: string }
    ? never
    : Name]: SideFields[Name]['job'] extends { input(): infer Input } ? Input : never;
};

/** Names of these fields, as they follow the side. */
export const sameNames = Object.entries(sideFields).flatMap(([suffix, { job }]) =>
  job.on === 'place' || job.component === null ? [suffix as keyof SameNames] : [],
);

function sideOf<Prefix extends Side>(prefix: Prefix) {
  return Object.fromEntries(
    sameNames.map((suffix) => [`${prefix}${suffix}`, sideFields[suffix].job.input()]),
  ) as { [Name in keyof SameNames as `${Prefix}${Name}`]: SameNames[Name] };
}

const number = decimal.sentToJob;
const address = optional(components).meta({ description: 'Address by components.' });
const latitude = number('Latitude of the address in degrees, -90 to 90.');
const longitude = number('Longitude of the address in degrees, -180 to 180.');

/** Fields of a package that orders do not have: other forms of the same values. */
export const jobOnlyFields = {
  pickupAddressComponents: address,
  pickupLatitude: latitude,
  pickupLongitude: longitude,
  dropoffAddressComponents: address,
  dropoffLatitude: latitude,
  dropoffLongitude: longitude,
  dropoffExternalStoreLocationId: optionalText('External id of the store location of the dropoff.'),
  packageValue: number(
    'Value of the goods in units of the currency, such as 25.5; the same amount as `packageValueCents`.',
  ),
  packageTax: number('Tax on the goods in units of the currency, 0 or more.'),
  packageServiceFee: number('Service fee in units of the currency, 0 or more.'),
  tipAmount: number(
    "The courier's tip in units of the currency; the same amount as `tipAmountCents`. Default none.",
  ),
  tipAmountUsd: number('Another name of `tipAmount`.'),
  dimensions: optional(
    z.object({
      ...(Object.fromEntries(dimensionParts.map(({ part }) => [part.name, part.input()])) as {
        [Name in DimensionName]: ReturnType<typeof number>;
      }),
      depth: number('Another name of `length`.'),
    }),
  ).meta({ description: 'Size of the package.' }),
};

/** The package fields of a job request (specification 2.2; contract: CreateJobInputSerializer). Only the delivery mode is required. */
export const jobPackageFields = {
  ...sideOf('pickup'),
  ...sideOf('dropoff'),
  ...requestedParts,
  packageDeliveryMode: z.string().meta({ description: '`now` or `scheduled`.' }),
  ...jobOnlyFields,
};

/** Fields of a job besides its packages. */
export const jobOwnFields = {
  externalIdentifier: optionalId('External id of the job.'),
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
export type JobAddressComponents = Read<Components> &
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
