import type { Refusal } from '../../../platform/core/refusal.ts';
import {
  invalidAddress,
  invalidPhoneNumber,
  invalidTimeConstraint,
  invalidTip,
  invalidValue,
} from '../refusals.ts';
import { inJobFieldNames, jobFieldName } from './job-field-names.ts';
import type { JobPackageInput } from './job-fields.ts';
import { isLocatedLine } from './job-input.ts';

/**
 * The refusal for the errors that the rules found, by kind of field, in the names of the job request;
 * undefined when none is left. A job may contain less than an order: value, names and the postal code of an
 * address may be missing.
 */
export function refuseErrors(
  input: JobPackageInput,
  errors: Readonly<Record<string, string>>,
): Refusal | undefined {
  const left = Object.entries(errors).filter(([field]) => counts(input, field));
  const kinds = [
    { pattern: /^(pickup|dropoff)(Address|PlaceId|Lat|Lng|Store|External|Zone)/, refuse: invalidAddress },
    { pattern: /PhoneNumber$/, refuse: invalidPhoneNumber },
    { pattern: /Time$/, refuse: invalidTimeConstraint },
    { pattern: /^tipAmountCents$/, refuse: invalidTip },
    { pattern: /./, refuse: invalidValue },
  ];
  for (const { pattern, refuse } of kinds) {
    const found = left.find(([field]) => pattern.test(field));
    if (!found) continue;
    return refuse(inJobFieldNames(found[1]), {
      field: jobFieldName(found[0]),
      errors: Object.fromEntries(
        left.map(([field, message]) => [jobFieldName(field), inJobFieldNames(message)]),
      ),
    });
  }
  return undefined;
}

function counts(input: JobPackageInput, field: string): boolean {
  if (field === 'valueCents')
    return input.packageValue !== undefined || input.packageValueCents !== undefined;
  if (field === 'pickupFirstName' || field === 'dropoffFirstName') return input[field] !== undefined;
  for (const side of ['pickup', 'dropoff'] as const) {
    if (field === `${side}AddressZip` && input[`${side}AddressComponents`]) return false;
    if (isLocatedLine(input, side) && new RegExp(`^${side}(Address|Lat|Lng)`).test(field)) return false;
  }
  return true;
}
