import * as z from 'zod';
import { instant, optional } from '../../../lib/platform/http/index.ts';

const text = (description: string) => optional(z.string().max(500)).meta({ description });
const number = (description: string) => optional(z.number()).meta({ description });

const place = (side: 'pickup' | 'dropoff') => ({
  [`${side}Address`]: text('Address in one line.'),
  [`${side}Lat`]: number('Latitude in degrees.'),
  [`${side}Lng`]: number('Longitude in degrees.'),
  [`${side}AddressCity`]: text('City.'),
  [`${side}AddressState`]: text('State or province.'),
  [`${side}AddressZip`]: text('Postal code.'),
  [`${side}AddressCountry`]: text('Country, ISO 3166 alpha-2.'),
  [`${side}BusinessName`]: text('Name of the business.'),
});

const context = z.object({
  packageValueCents: optional(z.int()).meta({ description: 'Value of the goods in cents.' }),
  itemsCount: optional(z.int()).meta({ description: 'Pieces.' }),
  pickupTime: optional(instant).meta({ description: 'Start of the pickup.' }),
  dropoffTime: optional(instant).meta({ description: 'Requested arrival.' }),
  drivingDistance: number('Distance by road in metres.'),
  tags: optional(z.array(z.string().max(200)).max(100)).meta({ description: 'Tags of the package.' }),
  metadata: optional(z.record(z.string(), z.unknown())).meta({ description: 'Metadata of the job.' }),
  pickupStoreLocationId: text('Store of the pickup.'),
  dropoffStoreLocationId: text('Store of the dropoff.'),
  packageHeight: number('Centimetres.'),
  packageWidth: number('Centimetres.'),
  packageDepth: number('Centimetres.'),
  packageWeight: number('Kilograms.'),
  totalWeight: number('Weight of all packages in kilograms.'),
  packageRequirements: optional(z.array(z.string().max(200)).max(100)).meta({
    description: 'Requirements of the courier.',
  }),
  packageMinimumVehicleSize: text('Smallest vehicle that can carry it.'),
  packageDeliveryMode: text('`now` or `scheduled`.'),
  packageTipCents: optional(z.int()).meta({ description: 'Tip in cents.' }),
  numberOfPackages: optional(z.int().min(1)).meta({
    description: 'Number of packages; default 1. Several make a batch unless `isBatch` is false.',
  }),
  isBatch: optional(z.boolean()).meta({
    description: 'Whether the packages go out as one batch, which rules see as `job.isBatch`.',
  }),
});

/** Body of POST /v1/dispatch/evaluate. */
export const evaluateBody = z
  .object({
    ...place('pickup'),
    ...place('dropoff'),
    quotes: z
      .array(
        z.object({
          providerId: z.string().max(200).meta({ description: 'Id or name of the provider.' }),
          totalPriceCents: z.int().min(0).meta({ description: 'Price in cents.' }),
          dropoffEta: optional(instant).meta({ description: 'Expected arrival; for `fastest`.' }),
        }),
      )
      .min(1)
      .max(200)
      .meta({ description: 'Prices of the providers to compare.' }),
    context: optional(context).meta({ description: 'What is carried and when.' }),
    optionsGroupId: text('Strategy to evaluate; without it the rules choose one.'),
  })
  .meta({ id: 'EvaluateDispatchInput' });

/** What is evaluated, as sent. */
export type EvaluateInput = z.output<typeof evaluateBody>;
