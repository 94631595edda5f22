import { ownValue } from './own-value.ts';
import { BOXES } from './time-zone-boxes.ts';

/** States in one time zone, wholly or for nearly all of their people, in countries with several zones. */
const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    'America/New_York': 'CT DE DC GA ME MD MA NH NJ NY NC OH PA RI SC VT VA WV',
    'America/Chicago': 'AL AR IL IA LA MN MS MO OK WI',
    'America/Denver': 'CO MT NM UT WY',
    'America/Los_Angeles': 'CA NV WA',
    'America/Phoenix': 'AZ',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
    'America/Puerto_Rico': 'PR',
  },
  CA: {
    'America/Halifax': 'NS NB PE',
    'America/St_Johns': 'NL',
    'America/Toronto': 'QC',
    'America/Winnipeg': 'MB',
    'America/Regina': 'SK',
    'America/Edmonton': 'AB',
    'America/Whitehorse': 'YT',
  },
  AU: {
    'Australia/Sydney': 'NSW ACT',
    'Australia/Melbourne': 'VIC',
    'Australia/Brisbane': 'QLD',
    'Australia/Adelaide': 'SA',
    'Australia/Darwin': 'NT',
    'Australia/Perth': 'WA',
    'Australia/Hobart': 'TAS',
  },
};

/** Countries with several zones of which all but small remote parts are in one. */
const MAINLANDS: Readonly<Record<string, string>> = { DE: 'Europe/Berlin', NZ: 'Pacific/Auckland' };

/** A time zone with the name people use. */
export interface TimeZone {
  /** IANA id, as `Europe/London`. */
  readonly id: string;
  readonly name: string;
}

/**
 * Time zone of a place: by its coordinates where a country has several, else by its state, else by its country. Undefined
 * where these do not decide it, for example within some kilometres of a border: nothing is guessed.
 */
export function timeZoneAt(place: {
  /** ISO 3166 alpha-2. */
  readonly country?: string | null | undefined;
  /** Code of a state or province, such as `TN`. */
  readonly state?: string | null | undefined;
  /** Degrees. */
  readonly lat?: number | null | undefined;
  readonly lng?: number | null | undefined;
}): TimeZone | undefined {
  const { lat, lng } = place;
  const country = place.country?.toUpperCase();
  const state = place.state?.toUpperCase();
  if (!country || !/^[A-Z]{2}$/.test(country)) return undefined;
  const id =
    (lat != null && lng != null ? zoneOfBox(country, state, { lat, lng }) : undefined) ??
    zoneOfState(country, state) ??
    ownValue(MAINLANDS, country) ??
    onlyZoneOf(country);
  return id === undefined ? undefined : { id, name: nameOf(id) };
}

function zoneOfState(country: string, state: string | undefined): string | undefined {
  if (!state) return undefined;
  const zones = Object.entries(ownValue(STATES, country) ?? {});
  return zones.find(([, states]) => states.split(' ').includes(state))?.[0];
}

function zoneOfBox(
  country: string,
  state: string | undefined,
  point: { readonly lat: number; readonly lng: number },
): string | undefined {
  const { lat, lng } = point;
  const ofCountry = ownValue(BOXES, country) ?? {};
  const boxes = [...(ownValue(ofCountry, state ?? '') ?? []), ...(ownValue(ofCountry, '*') ?? [])];
  return boxes.find(
    ([, south, west, north, east]) => lat >= south && lat <= north && lng >= west && lng <= east,
  )?.[0];
}

function onlyZoneOf(country: string): string | undefined {
  const locale: Intl.Locale & { getTimeZones?: () => string[] | undefined } = new Intl.Locale(
    `und-${country}`,
  );
  const zones = locale.getTimeZones?.() ?? [];
  return zones.length === 1 ? zones[0] : undefined;
}

const names = new Map<string, string>();

/** Formatters are slow to make, and there are some 600 zones at most. */
function nameOf(id: string): string {
  const known = names.get(id) ?? readNameOf(id);
  names.set(id, known);
  return known;
}

function readNameOf(id: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: id, timeZoneName: 'longGeneric' }).formatToParts(0);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? id;
}
