import { validationErrors } from '../../platform/core/common-refusals.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { daysBetween } from '../../platform/core/zoned-time.ts';

/** Maximum number of days of a period. */
const MAX_DAYS = 400;

/** Nothing was counted before, nor will be after: the arithmetic of dates needs neither. */
const FIRST = '1970-01-01';
const LAST = '2999-12-31';

/** Why a request cannot be about the days from one date to another, both included; undefined when it can. */
export function refuseDays(from: string, to: string): Refusal | undefined {
  const outside = Object.entries({ to, from }).find(([, date]) => date < FIRST || date > LAST);
  if (outside) {
    const [name, date] = outside;
    const fault = `is not between ${FIRST} and ${LAST}`;
    return validationErrors(`${name} (${date}) ${fault}.`, { fields: { [name]: fault } });
  }
  const days = daysBetween(from, to) + 1;
  if (days >= 1 && days <= MAX_DAYS) return undefined;
  const fault =
    days < 1 ? `is after to (${to}); swap them` : `is ${days} days before to; send ${MAX_DAYS} at most`;
  return validationErrors(`from (${from}) ${fault}.`, { fields: { from: fault } });
}
