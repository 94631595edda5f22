import * as z from 'zod';
import type { VehicleConfig } from '../fleet/index.ts';

const amount = z.number().positive().optional();
const count = z.int().positive().optional();

/** The size of a vehicle as far as it matters for roads; absent = unknown. */
export const truckSizeSchema = z.object({
  heightMeters: amount,
  lengthMeters: amount,
  widthMeters: amount,
  weightKilograms: amount,
  axleCount: count,
  trailerCount: count,
});

/** The measures that bridges, narrow roads and weight limits depend on. */
export type RoadSize = z.infer<typeof truckSizeSchema>;

/** Kilograms of a pound. */
export const KILOGRAMS_OF_POUND = 0.453_592_37;

const METERS = { meter: 1, in: 0.0254 } as const;

/** The size that a vehicle's configuration gives; null when it gives none. */
export function truckSizeOf(config: VehicleConfig | undefined): RoadSize | null {
  if (!config) return null;
  const unit = METERS[config.lengthUnit ?? 'meter'];
  const meters = (length: number | null) => (length ? Math.round(length * unit * 100) / 100 : undefined);
  const pounds = config.weightUnit === 'lbs' ? KILOGRAMS_OF_POUND : 1;
  const size: RoadSize = {
    heightMeters: meters(config.height),
    lengthMeters: meters(config.length),
    widthMeters: meters(config.width),
    weightKilograms: config.weight ? Math.round(config.weight * pounds) : undefined,
    axleCount: config.axleCount || undefined,
    trailerCount: config.trailerCount || undefined,
  };
  return Object.values(size).some((value) => value !== undefined) ? size : null;
}

/** A truck as large as the largest in every respect: a road that it can take is open to all of them. */
export function largestTruck(sizes: readonly (RoadSize | null)[]): RoadSize | null {
  const names = Object.keys(truckSizeSchema.shape) as (keyof RoadSize)[];
  const largest = names.flatMap((name) => {
    const known = sizes.flatMap((size) => size?.[name] ?? []);
    return known.length === 0 ? [] : [[name, Math.max(...known)] as const];
  });
  return largest.length === 0 ? null : Object.fromEntries(largest);
}
