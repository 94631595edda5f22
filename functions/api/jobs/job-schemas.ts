import * as z from 'zod';
import { optional } from '../../../lib/http/index.ts';

const text = optional(z.string());
const number = optional(z.number());

/** A date and time as it is sent: whether it is UTC or the pickup's clocks' is decided with the rest of the body. */
const time = text.meta({
  description:
    "Date and time; without a zone it is UTC, or the pickup's with `inputDatetimesLocalizedToPickupTz`.",
  example: '2026-03-05T14:30:00Z',
});

const components = optional(
  z
    .object({
      number: text,
      secondaryNumber: text,
      street: z.string().min(1),
      county: text,
      city: z.string().min(1),
      state: text,
      postalCode: text,
      country: z.string().min(1),
      latitude: number,
      longitude: number,
    })
    .meta({ id: 'ParsedAddressInput' }),
);

/** Fields of a job request (contract: CreateJobInputSerializer). Only the delivery mode must be there. */
export const jobFields = {
  pickupAddress: text,
  pickupAddressComponents: components,
  pickupLatitude: number,
  pickupLongitude: number,
  pickupBusinessName: text,
  pickupFirstName: text,
  pickupLastName: text,
  pickupPlaceId: text,
  pickupStoreLocationId: text,
  pickupPhoneNumber: text,
  pickupEmail: text,
  pickupInstructions: text,
  pickupBarcodes: optional(z.array(z.string())),
  dropoffAddress: text,
  dropoffAddressComponents: components,
  dropoffLatitude: number,
  dropoffLongitude: number,
  dropoffBusinessName: text,
  dropoffFirstName: text,
  dropoffLastName: text,
  dropoffPlaceId: text,
  dropoffStoreLocationId: text,
  dropoffExternalStoreLocationId: text,
  dropoffPhoneNumber: text,
  dropoffEmail: text,
  dropoffInstructions: text,
  dropoffBarcodes: optional(z.array(z.string())),
  packageDeliveryMode: z.string().meta({ description: '`now` or `scheduled`.' }),
  packagePickupStartTime: time,
  packagePickupEndTime: time,
  packageDropoffStartTime: time,
  packageDropoffEndTime: time,
  packageDescription: text,
  packageValue: number,
  packageValueCents: optional(z.int()),
  packageTax: number,
  packageServiceFee: number,
  tipAmount: number,
  tipAmountCents: optional(z.int()),
  tipAmountUsd: number,
  dueAmountCents: optional(z.int()),
  currency: text,
  itemsCount: number,
  packageExternalIdentifier: optional(z.string().min(1).max(255)),
  packageMinimumVehicleSize: text,
  packageRequirements: optional(z.array(z.string())),
  weight: number,
  dimensions: optional(z.object({ height: number, length: number, width: number })),
  packageItems: optional(z.array(z.record(z.string(), z.unknown())).max(500)),
  referenceId: text,
  externalIdentifier: optional(z.string().min(1).max(255)),
  optionsGroupId: text,
  jobMetadata: optional(z.record(z.string(), z.unknown())),
  inputDatetimesLocalizedToPickupTz: optional(z.boolean()).meta({
    description: "Times without a zone are those of the pickup's clocks. Default false.",
  }),
  quoteRequestOnly: optional(z.boolean()).meta({
    description: 'Only quotes are wanted: the job waits until one is selected. Default false.',
  }),
};

/** Body of POST /v1/jobs. */
export const createJobBody = z.object(jobFields).meta({ id: 'CreateJobInput' });

/** Body of POST /v1/jobs/external_identifier/{externalIdentifier}. */
export const upsertJobBody = z
  .object({
    ...jobFields,
    autodispatch: optional(z.boolean()).meta({
      description: 'Dispatch at once by the strategy. Default false.',
    }),
  })
  .meta({ id: 'UpsertJobInput' });

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
