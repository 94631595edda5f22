import type { Point } from '../../platform/core/geography.ts';

/** Way of moving. */
export const TRAVEL_PROFILES = Object.freeze(['car', 'truck', 'bike', 'straight-line'] as const);
export type TravelProfile = (typeof TRAVEL_PROFILES)[number];

/** The vehicle, as far as roads matter: metres, kilograms, and numbers of axles and trailers. */
export interface TruckSize {
  readonly heightMeters?: number | undefined;
  readonly lengthMeters?: number | undefined;
  readonly widthMeters?: number | undefined;
  readonly weightKilograms?: number | undefined;
  readonly axleCount?: number | undefined;
  readonly trailerCount?: number | undefined;
}

/** An area to avoid: corners in order, the last one joined to the first. */
export type AvoidedArea = readonly Point[];

/** Conditions of every request about roads. */
export interface TravelConditions {
  readonly profile: TravelProfile;
  /** Time of departure; absent = no particular traffic. */
  readonly departAt?: string | undefined;
  readonly truck?: TruckSize | undefined;
  readonly avoid?: readonly AvoidedArea[] | undefined;
}

/** From one point to the next. Whole seconds and metres. */
export interface TravelLeg {
  readonly seconds: number;
  readonly meters: number;
}

/** A way through points in their order. */
export interface TravelRoute {
  /** One fewer than the points. */
  readonly legs: readonly TravelLeg[];
  /** Google's encoding with five decimals; empty with fewer than two points. */
  readonly polyline: string;
}

/** Seconds and metres from each origin to each destination, row-major: `seconds[from * destinations + to]`. Unreachable = `UNREACHABLE_SECONDS`. */
export interface TravelMatrix {
  readonly seconds: Int32Array;
  readonly meters: Int32Array;
}

/** Value in seconds for pairs without a road. */
export const UNREACHABLE_SECONDS = 1_000_000_000;

/** Provides travel times on roads, or estimates them. */
export interface Travel {
  /** Name, such as `estimate`; part of the cache key of its answers. */
  readonly name: string;
  /** True when no roads were used. */
  readonly isEstimate: boolean;
  route(points: readonly Point[], conditions: TravelConditions): Promise<TravelRoute>;
  /** From each point to each other, or to each of `destinations` where these differ. */
  matrix(
    points: readonly Point[],
    conditions: TravelConditions,
    destinations?: readonly Point[],
  ): Promise<TravelMatrix>;
}

/** The source of travel times could not be reached, or found no way. */
export class TravelFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TravelFailure';
  }
}
