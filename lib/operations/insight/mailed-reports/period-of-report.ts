import { toInstant } from '../../../platform/core/clock.ts';
import { dateIn, localTimeOf } from '../../../platform/core/zoned-time.ts';
import { addDays, weekdayOf } from '../calendar.ts';
import type { Report } from './report.ts';

/** First and last day of a period. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/**
 * The latest period of a report that is due: yesterday, or the week that ended on Sunday, once its hour of the day or of the
 * Monday has come. Undefined while none has ended since it was created.
 */
export function duePeriod(
  { period, hour, createdAt }: Pick<Report, 'period' | 'hour' | 'createdAt'>,
  nowMs: number,
  timeZone: string,
): Period | undefined {
  const isTime = Number(localTimeOf(toInstant(nowMs), timeZone).slice(11, 13)) >= hour;
  const day = addDays(dateIn(nowMs, timeZone), isTime ? 0 : -1);
  const first = period === 'day' ? day : addDays(day, 1 - weekdayOf(day));
  const to = addDays(first, -1);
  if (to < dateIn(Date.parse(createdAt), timeZone)) return undefined;
  return { from: addDays(first, period === 'day' ? -1 : -7), to };
}
