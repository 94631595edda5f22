import type { OrderFields } from '../../../ordering/orders/index.ts';
import { readInstant } from '../../../platform/core/read-instant.ts';
import type { Refusal } from '../../../platform/core/refusal.ts';
import { timeZoneAt } from '../../../platform/core/time-zone-at.ts';
import { readLocal } from '../../../platform/core/zoned-time.ts';
import { packageParts } from '../../jobs/index.ts';
import { invalidTimeConstraint } from '../refusals.ts';
import type { JobPackageInput } from './job-fields.ts';
import { pointOf } from './point-of.ts';

/** The times of a package: fields of an order, and their names in a job request. */
const times = packageParts.flatMap(({ field, kind, part }) =>
  kind === 'time' && part.sentAs !== null ? [{ field, name: part.sentAs as TimeName }] : [],
);

type TimeName = Extract<keyof JobPackageInput, `${string}Time`>;

/** Whether a time of a request is local to the pickup. */
export function hasLocalTimes(input: JobPackageInput): boolean {
  return times.some(({ name }) => isLocal(input, input[name]));
}

/** The same request without its times. */
export function withoutTimes<Input extends JobPackageInput>(input: Input): Input {
  const blank = Object.fromEntries(times.map(({ name }) => [name, undefined]));
  return { ...input, ...blank, inputDatetimesLocalizedToPickupTz: undefined };
}

/** The pickup's time zone by its address components and point; undefined when they do not determine it. */
export function zoneOfComponents(input: JobPackageInput): string | undefined {
  const { country, state } = input.pickupAddressComponents ?? {};
  return timeZoneAt({ country, state, ...pointOf(input, 'pickup') })?.id;
}

/** The windows of a job as instants, or a refusal when a time is not valid. `known` is the zone of a looked-up pickup. */
export function timesOf(input: JobPackageInput, known?: string): OrderFields | { readonly refusal: Refusal } {
  const found: Record<string, string> = {};
  for (const { field, name } of times) {
    const text = input[name];
    if (text === undefined) continue;
    if (!isLocal(input, text)) {
      const instant = readInstant(text);
      if (!instant) return { refusal: refuseTime(name, text) };
      found[field] = instant;
      continue;
    }
    const zone = zoneOfComponents(input) ?? known;
    if (!zone) {
      return {
        refusal: invalidTimeConstraint(
          `${name} is ${text} in the local time of the pickup, but the time zone of the pickup is not known: country, state and coordinates of its address do not determine it. Send the times in UTC with "Z" instead.`,
          { field: name, value: text },
        ),
      };
    }
    const instant = readLocal(text, zone);
    if (!instant) return { refusal: refuseTime(name, text) };
    found[field] = instant;
  }
  return found;
}

function isLocal(input: JobPackageInput, text: string | undefined): boolean {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/i.test(text ?? '');
  return input.inputDatetimesLocalizedToPickupTz === true && text !== undefined && !hasZone;
}

function refuseTime(field: string, value: string): Refusal {
  return invalidTimeConstraint(`${field} is "${value}"; send a date and time such as 2026-03-05T14:30:00Z.`, {
    field,
    value,
  });
}
