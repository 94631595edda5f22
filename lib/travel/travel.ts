import type { Point } from '../core/geography.ts';

/** Way of moving. */
export const TRAVEL_PROFILES = Object.freeze(['car', 'truck', 'bike', 'straight-line'] as const);
export type TravelProfile = (typeof TRAVEL_PROFILES)[number];

/** What is driven, as far as roads care: metres and kilograms. */
export interface TruckSize {
  readonly heightMeters?: number | undefined;
  readonly lengthMeters?: number | undefined;
  readonly widthMeters?: number | undefined;
  readonly weightKilograms?: number | undefined;
}

/** An area to keep out of: corners in order, the last one joined to the first. */
export type AvoidedArea = readonly Point[];

/** What every question about roads says. */
export interface TravelConditions {
  readonly profile: TravelProfile;
  /** Instant of departure; absent = no particular traffic. */
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

/** Seconds and metres from each point to each, row-major: `seconds[from * count + to]`. Unreachable = `UNREACHABLE_SECONDS`. */
export interface TravelMatrix {
  readonly seconds: readonly number[];
  readonly meters: readonly number[];
}

/** Seconds that mark a way that cannot be driven. */
export const UNREACHABLE_SECONDS = 1_000_000_000;

/** Knows roads, or estimates them. */
export interface Travel {
  /** As `estimate`; part of what its answers are remembered by. */
  readonly name: string;
  /** True when no road was looked at. */
  readonly isEstimate: boolean;
  route(points: readonly Point[], conditions: TravelConditions): Promise<TravelRoute>;
  matrix(points: readonly Point[], conditions: TravelConditions): Promise<TravelMatrix>;
}

/** A source of roads that could not be asked, or did not know a way. */
export class TravelFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TravelFailure';
  }
}
