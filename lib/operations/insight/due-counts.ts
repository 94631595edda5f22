import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Partition } from '../../platform/table/index.ts';
import type { Minute } from './fact.ts';
import type { InsightMemory } from './insight-memory.ts';

/** Messages to the worker that counts. They are sent to its queue alone and never written. */
const minuteDue = defineEvent({
  name: 'insight.minute_due',
  schema: z.object({ minute: z.string(), dueAt: z.string() }),
  summary: 'Facts of a minute were recorded that are not in its counts yet.',
});
const hourDue = defineEvent({
  name: 'insight.hour_due',
  schema: z.object({ hour: z.string(), dueAt: z.string() }),
  summary: 'Counts of a minute changed after its hour had ended.',
});
const dayDue = defineEvent({
  name: 'insight.day_due',
  schema: z.object({ date: z.string() }),
  summary: 'Counts of a minute changed after its day had been counted.',
});
const scorecardsDue = defineEvent({
  name: 'insight.scorecards_due',
  schema: z.object({ dueAt: z.string() }),
  summary: 'Counts changed that the scorecards of providers are made of.',
});
const rulesDue = defineEvent({
  name: 'insight.rules_due',
  schema: z.object({}),
  summary: 'The measures of rules are due to be compared with their thresholds.',
});
const reportsDue = defineEvent({
  name: 'insight.reports_due',
  schema: z.object({}),
  summary: 'Reports of an organization are due to be sent.',
});
const closingDue = defineEvent({
  name: 'insight.closing_due',
  schema: z.object({}),
  summary: 'Days of an organization have ended that may not be counted yet.',
});

/** What is due, from a message. */
export type Due =
  | { readonly what: 'minute'; readonly minute: string; readonly dueAtMs: number }
  | { readonly what: 'hour'; readonly hour: string; readonly dueAtMs: number }
  | { readonly what: 'day'; readonly date: string }
  | { readonly what: 'scorecards'; readonly dueAtMs: number }
  | { readonly what: 'rules' }
  | { readonly what: 'reports' }
  | { readonly what: 'closing' };

/** Reads a message to the worker that counts. */
export function dueOf(event: EventRecord): Due {
  if (event.name === hourDue.name) {
    const { hour, dueAt } = hourDue.parse(event).data;
    return { what: 'hour', hour, dueAtMs: Date.parse(dueAt) };
  }
  if (event.name === dayDue.name) return { what: 'day', ...dayDue.parse(event).data };
  if (event.name === scorecardsDue.name)
    return { what: 'scorecards', dueAtMs: Date.parse(scorecardsDue.parse(event).data.dueAt) };
  if (event.name === rulesDue.name) return { what: 'rules' };
  if (event.name === reportsDue.name) return { what: 'reports' };
  if (event.name === closingDue.name) return { what: 'closing' };
  const { minute, dueAt } = minuteDue.parse(event).data;
  return { what: 'minute', minute, dueAtMs: Date.parse(dueAt) };
}

/** What sending such messages takes. */
export interface CountingDeps extends CoreDeps {
  /** Sends messages to the worker that counts, to be received after a delay. */
  readonly later: (events: readonly EventRecord[], delaySeconds: number) => Promise<void>;
  readonly memory: InsightMemory;
}

/** A minute is counted at these times after a change, so that what several functions ask for at once is one count. */
const MINUTES_GRID_MS = 30_000;

/** The same for an hour that has ended, and for a day that had been counted before. */
const DAYS_GRID_MS = 300_000;

/** The same for scorecards, which read a whole day. A message waits 15 minutes at most. */
const SCORECARDS_GRID_MS = 890_000;

/** Maximum difference between the clocks of two functions; what is written so shortly before a count waits for the next. */
const CLOCKS_DIFFER_MS = 5_000;

/** Maximum number of remembered messages; beyond, all are forgotten, and some are sent twice. */
const MOST_SENT = 5_000;

/** Has a minute counted whose facts were just recorded: within 35 seconds, and once for all that ask within that time. */
export function askForMinute(deps: CountingDeps, { organizationId, minute }: Minute): Promise<void> {
  return ask(deps, { organizationId, id: minute, gridMs: MINUTES_GRID_MS }, (dueAt, occurredAt) =>
    minuteDue.event({ ...messageAt(organizationId, minute, dueAt), occurredAt, data: { minute, dueAt } }),
  );
}

/** Has an hour that has ended counted as a whole, in which a minute changed. */
export function askForHour(deps: CountingDeps, organizationId: string, hour: string): Promise<void> {
  return ask(deps, { organizationId, id: hour, gridMs: DAYS_GRID_MS }, (dueAt, occurredAt) =>
    hourDue.event({ ...messageAt(organizationId, hour, dueAt), occurredAt, data: { hour, dueAt } }),
  );
}

/** Has a day counted again of which a minute changed. */
export function askForDay(deps: CountingDeps, organizationId: string, date: string): Promise<void> {
  return ask(deps, { organizationId, id: date, gridMs: DAYS_GRID_MS }, (dueAt, occurredAt) =>
    dayDue.event({ ...messageAt(organizationId, date, dueAt), occurredAt, data: { date } }),
  );
}

/** Has the scorecards of an organization made, within a quarter of an hour. */
export function askForScorecards(deps: CountingDeps, organizationId: string): Promise<void> {
  return ask(deps, { organizationId, id: 'scorecards', gridMs: SCORECARDS_GRID_MS }, (dueAt, occurredAt) =>
    scorecardsDue.event({ ...messageAt(organizationId, 'scorecards', dueAt), occurredAt, data: { dueAt } }),
  );
}

/** Work that an organization has now and then, by its name. */
const HOURLY = Object.freeze({ closing: closingDue, rules: rulesDue, reports: reportsDue });

/** The message that has the ended days of an organization counted, its rules judged, or its due reports sent. */
export function hourlyWork(what: keyof typeof HOURLY, organizationId: string, nowMs: number): EventRecord {
  const occurredAt = toInstant(nowMs);
  return HOURLY[what].event({ ...messageAt(organizationId, what, occurredAt), occurredAt, data: {} });
}

async function ask(
  deps: CountingDeps,
  { organizationId, id, gridMs }: { organizationId: string; id: string; gridMs: number },
  message: (dueAt: string, occurredAt: string) => EventRecord,
): Promise<void> {
  const { clock, later } = deps;
  const { sent } = deps.memory;
  const nowMs = clock.now();
  const dueAtMs = Math.ceil((nowMs + CLOCKS_DIFFER_MS) / gridMs) * gridMs;
  const key = `${organizationId} ${id}`;
  const known = sent.get(key);
  if (known?.dueAtMs === dueAtMs) return known.done;
  if (sent.size >= MOST_SENT) sent.clear();
  const done = later([message(toInstant(dueAtMs), toInstant(nowMs))], Math.ceil((dueAtMs - nowMs) / 1000));
  sent.set(key, { dueAtMs, done });
  try {
    await done;
  } catch (error) {
    // Nobody may rely on a message that was not sent.
    sent.delete(key);
    throw error;
  }
}

function messageAt(
  organizationId: string,
  id: string,
  cause: string,
): { readonly aggregate: Partition; readonly cause: string } {
  return { aggregate: { organizationId, type: 'insight', id }, cause };
}
