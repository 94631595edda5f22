import { dayRange } from '../core/zoned-time.ts';
import { type PreferencesSource, preferencesOf } from './read-organization.ts';

/** A range of dates; a bound that is absent or null is open. */
export interface DateRange {
  readonly startDate?: string | null | undefined;
  readonly endDate?: string | null | undefined;
}

/**
 * The range as instants: a day without a time is the whole day in the organization's time zone, as a start from its
 * first millisecond and as an end to its last.
 */
export async function readRange<Range extends DateRange>(
  source: PreferencesSource,
  range: Range,
): Promise<Range> {
  const { timeZone } = await preferencesOf(source);
  const isDay = (text: string | null | undefined): text is string => text?.length === 'YYYY-MM-DD'.length;
  const { startDate, endDate } = range;
  return {
    ...range,
    ...(isDay(startDate) ? { startDate: dayRange(startDate, timeZone).from } : {}),
    ...(isDay(endDate) ? { endDate: dayRange(endDate, timeZone).to } : {}),
  };
}

/** Several of them, such as the times in which stores serve a zone. */
export function readRanges<Range extends DateRange>(
  source: PreferencesSource,
  ranges: readonly Range[],
): Promise<readonly Range[]> {
  return Promise.all(ranges.map((range) => readRange(source, range)));
}
