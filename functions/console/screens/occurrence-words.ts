import { dayName, sentence } from '../kit/format.ts';
import { incomingTexts } from '../texts/texts.ts';

/** What says why an occurrence is as it is. */
export interface Explained {
  readonly date: string;
  readonly onDate: string;
  readonly status: string;
  readonly message: string | null;
  readonly change: {
    readonly isSkipped: boolean;
    readonly onDate: string | null;
    readonly note: string | null;
    readonly by: string;
  } | null;
}

/**
 * Why an occurrence takes place on another day, or not at all; in the words of the API where only those say it. `onHoliday` is
 * what the recurring order does on holidays.
 */
export function whyOf(
  { date, onDate, status, message, change }: Explained,
  onHoliday: string,
): string | null {
  const t = incomingTexts.recurring.why;
  if (change?.note) return change.note;
  if (status === 'skipped' && change?.isSkipped) return t.skipped(change.by);
  if (status === 'holiday') return (onHoliday === 'skip' ? t.holiday : t.holidayTaken)(dayName(date));
  if (status === 'missed') return t.missed;
  if (status === 'to_come' && onDate !== date) return change?.onDate ? t.moved(change.by) : t.movedByHoliday;
  return message && sentence({ text: message, values: {} });
}
