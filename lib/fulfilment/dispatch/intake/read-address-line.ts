import { isCountryCode, likelyCountryCode } from '../../../platform/core/countries.ts';

/** What an address line says of where it is. */
export interface AddressLineParts {
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly zip?: string | undefined;
  readonly country?: string | undefined;
}

/** `CA 94105`, `NSW 2000`; `ON M5V 2T6`. */
const STATE_AND_ZIP = /^([A-Z]{2,3}) ([\dA-Z][\dA-Z -]{2,9})$/;
const ZIP_AND_CITY = /^([A-Z]{0,2}-?\d{4,6}) (\p{L}[\p{L}' .-]+)$/u;
const CITY_AND_ZIP = /^(\p{L}[\p{L}' .-]+) (\d{4,6}|[A-Z]{1,2}\d[\dA-Z]? ?\d[A-Z]{2})$/u;
const CITY = /^\p{L}[\p{L}' .-]+$/u;
const ZIP_OF_THE_USA = /^\d{5}(-\d{4})?$/;

/**
 * Reads city, state, postal code and country from the end of an address in one line, as far as they can be told:
 * `100 Market Street, San Francisco, CA 94105, US`. What is in doubt is left out; the line itself stays as it is.
 */
export function readAddressLine(line: string): AddressLineParts {
  const parts = line.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const country = countryNamed(parts.at(-1) ?? '');
  if (country !== undefined) parts.pop();
  // What comes first is the street: only what follows it can be the place.
  const [, ...place] = parts;
  const last = place.at(-1) ?? '';
  const before = place.at(-2) ?? '';
  const [, state, stateZip = ''] = STATE_AND_ZIP.exec(last) ?? [];
  if (state !== undefined && /\d/.test(stateZip)) {
    const isUsa = country === undefined && state.length === 2 && ZIP_OF_THE_USA.test(stateZip);
    return found({
      city: cityNamed(before),
      state,
      zip: stateZip,
      country: country ?? (isUsa ? 'US' : undefined),
    });
  }
  // Without a country `Suite 2000` would be a city as good as `Berlin 10115`.
  if (country === undefined) return {};
  const [, zipFirst, cityAfter] = ZIP_AND_CITY.exec(last) ?? [];
  if (zipFirst !== undefined) return found({ city: cityAfter, zip: zipFirst, country });
  const [, cityFirst, zipAfter] = CITY_AND_ZIP.exec(last) ?? [];
  if (zipAfter !== undefined) return found({ city: cityFirst, zip: zipAfter, country });
  return found({ city: cityNamed(last), country });
}

function found(parts: AddressLineParts): AddressLineParts {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}

function cityNamed(text: string): string | undefined {
  return CITY.test(text) ? text : undefined;
}

/** `US` for `US` and `United States`; undefined for anything else. */
function countryNamed(text: string): string | undefined {
  if (/^[A-Z]{2}$/.test(text) && isCountryCode(text)) return text;
  return text.length > 3 ? likelyCountryCode(text) : undefined;
}
