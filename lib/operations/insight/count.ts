import { mapConcurrently } from '../../platform/core/map-concurrently.ts';
import { dateIn } from '../../platform/core/zoned-time.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { allOrganizations, preferencesOf } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { addDays, closeThrough, datesBetween, readCalendar } from './calendar.ts';
import { countDay } from './day-counts.ts';
import {
  askForDay,
  askForHour,
  askForScorecards,
  type CountingDeps,
  dueOf,
  hourlyWork,
} from './due-counts.ts';
import { startOf } from './fact.ts';
import { countHour, hourOf, isHourCounted, MANY_CELLS } from './hour-counts.ts';
import { hasDueReports, sendReports } from './mailed-reports/send-reports.ts';
import { countMinute } from './minute-counts.ts';
import { hasRules, judgeRules } from './rules/judge-rules.ts';
import { makeScorecards } from './scorecards.ts';

/** A day is counted as a whole when it has ended this long ago. Milliseconds. */
const GRACE_MS = 15 * 60_000;

/** Minutes that are younger cannot be of a day that was counted as a whole. */
const CERTAINLY_OPEN_MS = 5 * 60_000;

const HOUR_MS = 3_600_000;

/** Maximum number of days that one message has counted; the next hour goes on. */
const MOST_DAYS = 31;

/** Does what a message to the worker that counts says. Repetitions change nothing. */
export async function count(deps: CountingDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const due = dueOf(event);
  if (due.what === 'closing') return closeDays(deps, organizationId);
  if (due.what === 'rules') return judgeRules(deps, organizationId);
  if (due.what === 'reports') return sendReports(deps, organizationId);
  if (due.what === 'hour') return countHour(deps, { organizationId, hour: due.hour }, due.dueAtMs);
  if (due.what === 'day') {
    const calendar = await readCalendar(deps, organizationId);
    return countDay(deps, { organizationId, date: due.date, timeZone: calendar.timeZone });
  }
  if (due.what === 'scorecards') {
    await makeScorecards(deps, organizationId, due.dueAtMs);
    return judgeRules(deps, organizationId);
  }
  const { minute, dueAtMs } = due;
  const { cells } = await countMinute(deps, { organizationId, minute }, dueAtMs);
  await askForScorecards(deps, organizationId);
  const hour = hourOf(minute);
  const hasEnded = deps.clock.now() >= startOf(`${hour}:00`) + HOUR_MS;
  const of = { organizationId, hour };
  if (hasEnded && (cells >= MANY_CELLS || (await isHourCounted(deps.table, of))))
    await askForHour(deps, organizationId, hour);
  // Also when it was counted before: the function that did so may have died before it asked for the day.
  if (deps.clock.now() - startOf(minute) < CERTAINLY_OPEN_MS) return;
  const calendar = await readCalendar(deps, organizationId);
  const date = dateIn(startOf(minute), calendar.timeZone);
  if (date <= calendar.closedThrough) await askForDay(deps, organizationId, date);
}

/** Counts the days that have ended as wholes, and has questions about them answered by those counts. */
async function closeDays(deps: CountingDeps, organizationId: string): Promise<void> {
  const [calendar, { timeZone }] = await Promise.all([
    readCalendar(deps, organizationId),
    preferencesOf({ table: deps.table, organizationId }),
  ]);
  const last = addDays(dateIn(deps.clock.now() - GRACE_MS, timeZone), -1);
  // In another time zone the last days begin and end at other times.
  const from = addDays(calendar.closedThrough, calendar.timeZone === timeZone ? 1 : -1);
  const dates = datesBetween(from, last).slice(0, MOST_DAYS);
  const closedThrough = dates.at(-1);
  if (closedThrough === undefined) return;
  for (const date of dates) await countDay(deps, { organizationId, date, timeZone });
  await closeThrough(deps, { organizationId, timeZone, closedThrough });
  // A minute that was counted meanwhile did not know that its day is closed.
  for (const date of dates.slice(-2)) await countDay(deps, { organizationId, date, timeZone });
}

/** Organizations that are looked at in parallel. */
const WIDTH = 20;

/**
 * The messages that have ended days counted, rules judged and reports sent, for the organizations that have some, some
 * organizations at a time.
 */
export async function* findDue(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): AsyncGenerator<readonly EventRecord[], void> {
  const nowMs = deps.clock.now();
  for await (const page of allOrganizations(deps)) {
    const due = await mapConcurrently(page, WIDTH, async ({ row }) => {
      const organizationId = String(row.id);
      const calendar = await readCalendar(deps, organizationId);
      const [isRuled, isReported] = await Promise.all([
        hasRules(deps.table, organizationId),
        hasDueReports(deps, organizationId, calendar.timeZone),
      ]);
      const last = addDays(dateIn(nowMs - GRACE_MS, calendar.timeZone), -1);
      return [
        ...(calendar.closedThrough < last ? [hourlyWork('closing', organizationId, nowMs)] : []),
        ...(isRuled ? [hourlyWork('rules', organizationId, nowMs)] : []),
        ...(isReported ? [hourlyWork('reports', organizationId, nowMs)] : []),
      ];
    });
    yield due.flat();
  }
}
