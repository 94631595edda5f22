import type { Shift, Work } from './work.ts';

/** The shift that the driver works, or could start now; undefined = none. */
export function presentShift({ shifts }: Pick<Work, 'shifts'>): Shift | undefined {
  return (
    shifts.find(({ status }) => status === 'active') ?? shifts.find(({ status }) => status === 'planned')
  );
}

/** Whether the driver works now. */
export function isAtWork(work: Pick<Work, 'shifts'>): boolean {
  const shift = presentShift(work);
  return shift?.status === 'active' && !shift.isOnBreak;
}

/**
 * Id of a shift that nobody planned. Two phones of a driver that are without a network give the same one to the same shift: that of
 * the day after as many others.
 */
export function idOfShift({ shifts, driver }: Pick<Work, 'shifts' | 'driver'>, at: string): string {
  const day = at.slice(0, 10);
  const started = shifts.filter(({ startedAt }) => startedAt?.startsWith(day)).length;
  return `shf_${driver.id.slice('cou_'.length)}d${day.replaceAll('-', '')}n${started}`;
}
