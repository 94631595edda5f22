import { partId } from '../../platform/core/ids.ts';
import { addDays, daysBetween, localTimeOf } from '../../platform/core/zoned-time.ts';
import { DAYS_OF_WEEK, lengthOf, type Template } from './template.ts';

/** One window or shift of a template, in the local time of its time zone. */
export interface Instance {
  readonly date: string;
  readonly startLocal: string;
  readonly endLocal: string;
}

/** Clock times within a payload, `10:00`: then the template's own start and end bound the days. */
interface ClockTimes {
  readonly startTimeLocal?: string | undefined;
  readonly endTimeLocal?: string | undefined;
}

/** The instances of a template that start after an instant, as far ahead as the template says. Earliest first. */
export function planInstances(template: Template, nowMs: number): readonly Instance[] {
  const { timezoneId, startDatetime, endDatetime, daysOfWeek } = template;
  const { startTimeLocal, endTimeLocal } = template.payload as ClockTimes;
  const first = localTimeOf(startDatetime, timezoneId);
  const last = endDatetime === null ? undefined : localTimeOf(endDatetime, timezoneId);
  const isByClock = startTimeLocal !== undefined && endTimeLocal !== undefined;
  const startsAt = isByClock ? `T${startTimeLocal}:00` : first.slice(10);
  const endsAt = isByClock ? `T${endTimeLocal}:00` : (last ?? first).slice(10);
  const nights = isByClock
    ? Number(endTimeLocal <= startTimeLocal)
    : daysBetween(first.slice(0, 10), (last ?? first).slice(0, 10));
  const now = localTimeOf(new Date(nowMs).toISOString(), timezoneId);
  const horizon = localTimeOf(
    new Date(nowMs + lengthOf(template.createInstancesUpTo)).toISOString(),
    timezoneId,
  ).slice(0, 10);
  const until = isByClock && last && last.slice(0, 10) < horizon ? last.slice(0, 10) : horizon;
  const instances: Instance[] = [];
  let date = [first, now].toSorted()[1]!.slice(0, 10);
  for (; date <= until; date = addDays(`${date}T00:00:00`, 1).slice(0, 10)) {
    const isWanted = daysOfWeek.length === 0 || daysOfWeek.includes(dayOfWeek(date));
    const startLocal = `${date}${startsAt}`;
    if (!isWanted || startLocal <= now || (!isByClock && startLocal < first)) continue;
    instances.push({ date, startLocal, endLocal: addDays(`${date}${endsAt}`, nights) });
  }
  return instances;
}

/** Whether the template creates no further instances, because its last day is over in its time zone. */
export function isTemplateOver(template: Template, nowMs: number): boolean {
  const { timezoneId, endDatetime } = template;
  const { startTimeLocal, endTimeLocal } = template.payload as ClockTimes;
  if (endDatetime === null || startTimeLocal === undefined || endTimeLocal === undefined) return false;
  const dayOf = (instant: string) => localTimeOf(instant, timezoneId).slice(0, 10);
  return dayOf(endDatetime) < dayOf(new Date(nowMs).toISOString());
}

function dayOfWeek(date: string): (typeof DAYS_OF_WEEK)[number] {
  return DAYS_OF_WEEK[(new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7]!;
}

/** Id of a template's instance on a day: the same whenever it is created. */
export function instanceId(template: Pick<Template, 'id' | 'type'>, date: string): string {
  const prefix = template.type === 'SHIFT' ? 'shf' : 'dw';
  return partId(prefix, template.id, `d${date.replaceAll('-', '')}`);
}
