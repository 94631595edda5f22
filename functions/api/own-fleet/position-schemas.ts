import * as z from 'zod';

const orNull = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema
    .nullish()
    .transform((value) => value ?? null)
    .meta({ description });

const within = (min: number, max: number, description: string) =>
  orNull(z.number().min(min).max(max), description);

/** What a device may measure besides the place (contract-facts 7.1). */
export const measurements = {
  accuracy: within(0, 1_000_000, 'Radius in metres within which the courier is.'),
  heading: within(0, 360, 'Direction of travel in degrees, clockwise from north.'),
  speed: within(0, 1_000, 'Metres a second.'),
  altitude: within(-1_000, 100_000, 'Metres above sea level.'),
  altitudeAccuracy: within(0, 100_000, 'Accuracy of the altitude in metres.'),
  batteryLevel: within(0, 1, 'Charge of the battery, 0 to 1.'),
  batteryIsCharging: orNull(z.boolean(), 'Whether the battery is being charged.'),
  isMoving: orNull(z.boolean(), 'Whether the courier is moving.'),
};
