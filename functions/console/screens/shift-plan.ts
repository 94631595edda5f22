import { instantIn, localIn, plus } from '../kit/zoned-time.ts';

const WEEK = 7;

/** When a shift begins and ends. */
interface Times {
  readonly plannedStart: string;
  readonly plannedEnd: string;
}

/** A plan as many days later, at the same times of the clocks of a zone. */
export function shiftLater<Plan extends Times>(zone: string, plan: Plan, days: number): Plan {
  const later = (instant: string) => {
    const [date = '', time = ''] = localIn(zone, instant).split('T');
    return instantIn(zone, `${plus(date, days)}T${time}`);
  };
  return { ...plan, plannedStart: later(plan.plannedStart), plannedEnd: later(plan.plannedEnd) };
}

/** Days after its start on which a shift is planned: on these weekdays (0 = Monday) of as many weeks; without any, on its own. */
export function repetitions(
  zone: string,
  start: string,
  weekdays: readonly number[],
  weeks: number,
): readonly number[] {
  const first = localIn(zone, start).slice(0, 10);
  const own = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % WEEK;
  const wanted = weekdays.length === 0 ? [own] : [...weekdays].sort((a, b) => a - b);
  return Array.from({ length: weeks }, (_, index) => index).flatMap((week) =>
    wanted.map((weekday) => week * WEEK + weekday - own).filter((days) => days >= 0),
  );
}
