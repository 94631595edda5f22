import * as z from 'zod';

/** What a courier's device measured with a position (contract-facts 7.1); null = not reported. */
export const positionDetails = z.object({
  /** When the device measured it. */
  capturedAt: z.string().nullable(),
  /** Radius of the position in metres. */
  accuracy: z.number().nullable(),
  /** Degrees clockwise from north. */
  heading: z.number().nullable(),
  /** Metres a second. */
  speed: z.number().nullable(),
  /** Metres above sea level, and how exactly. */
  altitude: z.number().nullable(),
  altitudeAccuracy: z.number().nullable(),
  /** Charge of the battery, 0 to 1. */
  batteryLevel: z.number().nullable(),
  batteryIsCharging: z.boolean().nullable(),
  isMoving: z.boolean().nullable(),
});

/** What a courier's device measured with a position. */
export type PositionDetails = z.infer<typeof positionDetails>;

/** A position about which nothing else is known. */
export const NO_DETAILS: PositionDetails = Object.freeze({
  capturedAt: null,
  accuracy: null,
  heading: null,
  speed: null,
  altitude: null,
  altitudeAccuracy: null,
  batteryLevel: null,
  batteryIsCharging: null,
  isMoving: null,
});
