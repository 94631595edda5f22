import * as z from 'zod';
import { DELIVERY_MODES } from '../../ordering/orders/index.ts';

/** Free-form JSON object of the caller's. */
export const jsonObject = z.record(z.string(), z.unknown());

/** A pickup or dropoff point (specification 2.5). */
export const locationSchema = z
  .object({
    id: z.string(),
    address: z.string(),
    formattedAddress: z.string(),
    addressCity: z.string().nullable(),
    addressCountry: z.string().nullable(),
    timezoneId: z.string().nullable().meta({ description: 'IANA time zone; null where it is not known.' }),
    timezoneName: z.string().nullable(),
    addressNumber: z.string().nullable(),
    addressSecondaryNumber: z
      .string()
      .nullable()
      .default(null)
      .meta({ description: 'Flat, suite or floor.' }),
    addressFormattedStreet: z.string().nullable(),
    addressCounty: z.string().nullable(),
    addressState: z.string().nullable(),
    addressZip: z.string().nullable(),
    instructions: z.string().nullable(),
    businessName: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    phoneNumber: z.string().nullable(),
    email: z.string().nullable(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
  })
  .meta({ id: 'Location' });

export type Location = z.infer<typeof locationSchema>;

/** The stored package. Amounts in cents; the wire form adds the decimal twins. */
export const packageSchema = z.object({
  id: z.string(),
  description: z.string().nullable(),
  requirements: z.array(z.string()),
  tags: z.array(z.string()),
  packageDeliveryMode: z.enum(DELIVERY_MODES),
  pickupStartTime: z.string().nullable(),
  pickupEndTime: z.string().nullable(),
  dropoffStartTime: z.string().nullable(),
  dropoffEndTime: z.string().nullable(),
  pickupBarcodes: z.array(z.string()),
  dropoffBarcodes: z.array(z.string()),
  currency: z.string(),
  valueCents: z.int(),
  taxCents: z.int().nullable(),
  serviceFeeCents: z.int().nullable(),
  tipAmountCents: z.int().nullable(),
  dueAmountCents: z.int().nullable(),
  itemsCount: z.number().nullable(),
  externalIdentifier: z.string().nullable(),
  minimumVehicleSize: z.string().nullable(),
  pickupLocation: locationSchema,
  dropoffLocation: locationSchema,
  pickupStoreLocationId: z.string().nullable(),
  pickupStoreLocationExternalId: z.string().nullable(),
  dropoffStoreLocationId: z.string().nullable(),
  drivingMetrics: z.object({ distance: z.number().nullable(), duration: z.number().nullable() }).nullable(),
  /** Kilograms. */
  weight: z.number().nullable(),
  /** Centimetres. */
  dimensions: z
    .object({ height: z.number().nullable(), length: z.number().nullable(), width: z.number().nullable() })
    .nullable(),
  items: z.array(jsonObject),
  referenceId: z.string().nullable(),
  packageMetadata: jsonObject,
});

export type Package = z.infer<typeof packageSchema>;
