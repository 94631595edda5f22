import * as z from 'zod';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import { defaultPreferences, organizationEntity } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { defineEntity, save } from '../../platform/table/index.ts';
import { FACT_LIFE_MS } from './fact.ts';

const calendarSchema = z.object({
  organizationId: z.string(),
  /** The time zone in which its days are counted: that of its preferences, once all days were counted in it. */
  timeZone: z.string(),
  /** Days up to this one are kept as wholes; later ones are read minute by minute. */
  closedThrough: z.string(),
});

/** How far an organization's days are counted. */
export type Calendar = z.infer<typeof calendarSchema>;

export const calendarEntity = defineEntity<Calendar, Pick<Calendar, 'organizationId'>>({
  name: 'insightCalendar',
  schema: calendarSchema,
  partition: ({ organizationId }) => ({ organizationId, type: 'insightCalendar', id: 'all' }),
  sort: () => ({ kind: 'state', parts: [] }),
});

/** The date a number of days after another. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00.000Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** The day of the week of a date: 1 is Monday, 7 is Sunday. */
export function weekdayOf(date: string): number {
  return new Date(`${date}T00:00:00.000Z`).getUTCDay() || 7;
}

/** The dates from one to another, both included. */
export function datesBetween(from: string, to: string): readonly string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}

/**
 * How far the organization's days are counted: at first, all since its creation are open, as far back as facts are kept.
 * 1 call, at first 2.
 */
export async function readCalendar(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
): Promise<Calendar> {
  const stored = await deps.table.get(calendarEntity, { organizationId });
  if (stored) return stored.value;
  const organization = await deps.table.get(organizationEntity, { id: organizationId });
  const { preferences = defaultPreferences(), createdAt } = organization?.value ?? {};
  const { timeZone } = preferences;
  const oldestMs = deps.clock.now() - FACT_LIFE_MS;
  const firstMs = createdAt === undefined ? oldestMs : Math.max(oldestMs, Date.parse(createdAt));
  return { organizationId, timeZone, closedThrough: addDays(dateIn(firstMs, timeZone), -1) };
}

/** Moves the end of the closed days forward; never back. */
export async function closeThrough(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, timeZone, closedThrough }: Calendar,
): Promise<void> {
  const isMoved = await retryLostRace(clock, async () => {
    const stored = await table.get(calendarEntity, { organizationId });
    if (stored && stored.value.timeZone === timeZone && stored.value.closedThrough >= closedThrough)
      return true;
    return (await table.write([save(calendarEntity, stored, { organizationId, timeZone, closedThrough })]))
      .ok;
  });
  if (!isMoved) throw new Error(`The calendar of ${organizationId} changed too often.`);
}
