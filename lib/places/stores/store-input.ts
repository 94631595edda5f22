import type { WeekCapacity } from './day-capacity.ts';
import type { OpeningWeek, Stretch } from './opening-hours.ts';

/** An address in components, as the contract spells it. */
export interface StoreAddressInput {
  readonly number?: string | undefined;
  readonly secondaryNumber?: string | undefined;
  readonly street: string;
  readonly county?: string | undefined;
  readonly city: string;
  readonly state?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country: string;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** A zone for the store to serve, from one date to another; null = no bound. */
export interface ServedZone {
  readonly zoneId: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** A caller's input about a store: absent = unchanged, null = none. */
export interface StoreInput {
  readonly externalId?: string | null | undefined;
  readonly name?: string | undefined;
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly phoneNumber?: string | undefined;
  readonly email?: string | null | undefined;
  readonly pickupInstructions?: string | null | undefined;
  readonly address?: string | null | undefined;
  readonly addressComponents?: StoreAddressInput | null | undefined;
  readonly timezoneId?: string | null | undefined;
  readonly operatingHours?: OpeningWeek | null | undefined;
  readonly holidayHours?: Readonly<Record<string, Stretch[]>> | null | undefined;
  readonly blackoutDates?: readonly string[] | null | undefined;
  readonly prepTimeMinutes?: number | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  /** All zones that it serves; absent = as before. */
  readonly zones?: readonly ServedZone[] | undefined;
  readonly integrationMetadata?: Readonly<Record<string, unknown>> | null | undefined;
  readonly defaultCapacity?: WeekCapacity | null | undefined;
}
