import * as z from 'zod';
import {
  type DimensionName,
  dimensionParts,
  type LocationPartsShape,
  locationParts,
  type PackagePartsShape,
  packageParts,
} from './package-parts.ts';

/** Free-form JSON object from the caller. */
export const jsonObject = z.record(z.string(), z.unknown());

/** A pickup or dropoff point (specification 2.5). */
export const locationSchema = z
  .object({
    id: z.string(),
    address: z.string(),
    formattedAddress: z.string(),
    timezoneId: z.string().nullable().meta({ description: 'IANA time zone; null where it is not known.' }),
    timezoneName: z.string().nullable(),
    ...shapeOf<LocationPartsShape>(locationParts),
  })
  .meta({ id: 'Location' });

export type Location = z.infer<typeof locationSchema>;

/** The package as it is sent. Amounts in cents; the wire form adds the decimal twins. */
export const packageSchema = z.object({
  id: z.string(),
  ...shapeOf<PackagePartsShape>(packageParts),
  taxCents: z.int().nullable(),
  serviceFeeCents: z.int().nullable(),
  pickupLocation: locationSchema,
  dropoffLocation: locationSchema,
  drivingMetrics: z.object({ distance: z.number().nullable(), duration: z.number().nullable() }).nullable(),
  /** Centimetres. */
  dimensions: z
    .object(
      Object.fromEntries(dimensionParts.map(({ part }) => [part.name, z.number().nullable()])) as {
        [Name in DimensionName]: z.ZodNullable<z.ZodNumber>;
      },
    )
    .nullable(),
});

export type Package = z.infer<typeof packageSchema>;

/** The parts that come from order fields, with no value given. */
export const ABSENT_PARTS = Object.freeze(
  Object.fromEntries(packageParts.map(({ part }) => [part.name, part.absent])),
) as Readonly<{ [Name in keyof PackagePartsShape]: z.output<PackagePartsShape[Name]> }>;

/** The values of a location that come from fields of a side, with no value given. */
export const ABSENT_LOCATION_PARTS = Object.freeze(
  Object.fromEntries(locationParts.map(({ part }) => [part.name, null])),
) as Readonly<{ [Name in keyof LocationPartsShape]: null }>;

/** A stored package. In one that was stored before a field existed, that field counts as not given. */
export const storedPackageSchema = z.preprocess(
  (stored) =>
    isObject(stored)
      ? {
          ...ABSENT_PARTS,
          ...stored,
          pickupLocation: { ...ABSENT_LOCATION_PARTS, ...Object(stored.pickupLocation) },
          dropoffLocation: { ...ABSENT_LOCATION_PARTS, ...Object(stored.dropoffLocation) },
        }
      : stored,
  packageSchema,
);

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function shapeOf<Shape>(
  parts: readonly { readonly part: { readonly name: string; readonly schema: z.ZodType } }[],
): Shape {
  return Object.fromEntries(parts.map(({ part }) => [part.name, part.schema])) as Shape;
}
