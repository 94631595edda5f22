import { localTime } from '../../core/local-time.ts';
import { readInstant } from '../../core/read-instant.ts';
import type { Refusal } from '../../core/refusal.ts';
import { timeZoneAt } from '../../core/time-zone-at.ts';
import type { OrderFields } from '../../orders/index.ts';
import { invalidTimeConstraint } from '../refusals.ts';
import type { JobPackageInput } from './job-input.ts';
import { pointOf } from './point-of.ts';

/** The windows of an order and the names that a job request has for them. */
const TIMES = [
  ['pickupStartTime', 'packagePickupStartTime'],
  ['pickupEndTime', 'packagePickupEndTime'],
  ['dropoffStartTime', 'packageDropoffStartTime'],
  ['dropoffEndTime', 'packageDropoffEndTime'],
] as const;

/** The windows of a job as instants, or the refusal of one that is none. */
export function timesOf(input: JobPackageInput): OrderFields | { readonly refusal: Refusal } {
  const times: Record<string, string> = {};
  for (const [field, name] of TIMES) {
    const text = input[name];
    if (text === undefined) continue;
    const isLocal = input.inputDatetimesLocalizedToPickupTz === true && !/(Z|[+-]\d{2}:?\d{2})$/i.test(text);
    if (!isLocal) {
      const instant = readInstant(text);
      if (!instant) return { refusal: refuseTime(name, text) };
      times[field] = instant;
      continue;
    }
    const zone = timeZoneAt({
      country: input.pickupAddressComponents?.country,
      state: input.pickupAddressComponents?.state,
      ...pointOf(input, 'pickup'),
    });
    if (!zone) {
      return {
        refusal: invalidTimeConstraint(
          `${name} is ${text} in the local time of the pickup, but the time zone of the pickup is not known: country, state and coordinates of pickupAddressComponents do not determine it. Send the times in UTC with "Z" instead.`,
          { field: name, value: text },
        ),
      };
    }
    const instant = localTime(text, zone.id);
    if (!instant) return { refusal: refuseTime(name, text) };
    times[field] = instant;
  }
  return times;
}

function refuseTime(field: string, value: string): Refusal {
  return invalidTimeConstraint(`${field} is "${value}"; send a date and time such as 2026-03-05T14:30:00Z.`, {
    field,
    value,
  });
}
