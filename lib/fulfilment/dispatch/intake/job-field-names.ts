import { SIDES } from '../../../ordering/orders/index.ts';
import { dimensionParts, locationParts, packageParts } from '../../jobs/index.ts';

/** Names of order fields that a job request has otherwise (contract: CreateJobInputSerializer). */
const NAMES: ReadonlyMap<string, string> = new Map([
  // No rule judges free forms, so no message names them.
  ...packageParts.flatMap(({ field, part }) =>
    part.sentAs === null || part.isFreeForm ? [] : [[field, part.sentAs] as const],
  ),
  ...dimensionParts.map(({ field, part }) => [field, `dimensions.${part.name}`] as const),
  ...SIDES.flatMap((side) =>
    locationParts.flatMap(({ suffix, part }) =>
      part.component === null
        ? []
        : [[`${side}${suffix}`, `${side}AddressComponents.${part.component}`] as const],
    ),
  ),
]);

const NAMED = new RegExp(`\\b(${[...NAMES.keys()].join('|')})\\b`, 'g');

/** The name that a job request has for a field of an order. */
export function jobFieldName(field: string): string {
  return NAMES.get(field) ?? field;
}

/** What a rule of orders says, in the names of a job request. */
export function inJobFieldNames(message: string): string {
  return message.replace(NAMED, jobFieldName);
}
