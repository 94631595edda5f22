import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import { retryLostRace } from '../../platform/core/retry-lost-race.ts';
import { defineEvent, type EventRecord } from '../../platform/events/index.ts';
import { allOrganizations, organizationEntity } from '../../platform/organization/index.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { save } from '../../platform/table/index.ts';
import { dueOf, FACT_LIFE_MS, startOf } from '../insight/index.ts';
import {
  addHours,
  hourOf,
  type LakeProgress,
  lakePartition,
  lakeProgressEntity,
  startOfHour,
} from './lake-hour.ts';
import { type WritingDeps, writeHour } from './write-hour.ts';

const HOUR_MS = 3_600_000;

const NEVER = '1970-01-01T00:00:00.000Z';

/** An hour is written when it has ended this long ago. Milliseconds. */
const GRACE_MS = 15 * 60_000;

/** What is recorded of an hour later than this after its end may be missing in its files: the clocks of functions differ. */
const LATE_MS = GRACE_MS - 60_000;

/** Late facts of an hour are written at these times, so that many of them are one writing. A message waits 15 minutes at most. */
const LATE_GRID_MS = 890_000;

/** Maximum difference between the clocks of two functions. */
const CLOCKS_DIFFER_MS = 5_000;

/** Messages to the worker that writes the data lake. They are sent to its queue alone and never written. */
const hoursDue = defineEvent({
  name: 'lake.hours_due',
  schema: z.object({}),
  summary: 'Hours of an organization have ended that may not be in the data lake yet.',
});
const hourDue = defineEvent({
  name: 'lake.hour_due',
  schema: z.object({ hour: z.string(), dueAt: z.string() }),
  summary: 'Facts of an hour were recorded after it was written.',
});

/** Sends messages to the worker that writes the data lake. */
export interface LakeSender {
  readonly toLake: (events: readonly EventRecord[], delaySeconds: number) => Promise<void>;
}

/** What that worker needs. */
export interface LakeDeps extends WritingDeps, LakeSender {
  /** How long it goes through the hours of an organization before others have their turn. */
  readonly turnMs: number;
}

/** The messages that have ended hours written, some organizations at a time. */
export async function* findEndedHours(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
): AsyncGenerator<readonly EventRecord[], void> {
  const occurredAt = toInstant(deps.clock.now());
  for await (const page of allOrganizations(deps))
    yield page.map(({ row }) => endedHoursOf(String(row.id), occurredAt));
}

function endedHoursOf(organizationId: string, occurredAt: string): EventRecord {
  return hoursDue.event({
    aggregate: lakePartition(organizationId, 'all'),
    cause: occurredAt,
    occurredAt,
    data: {},
  });
}

/** Has an hour written again if a message that was counted is about a minute of an hour that may have been written. */
export async function askForLateHour(
  deps: Pick<CoreDeps, 'clock'> & LakeSender,
  counted: EventRecord,
): Promise<void> {
  const due = dueOf(counted);
  if (due.what !== 'minute') return;
  const nowMs = deps.clock.now();
  const hour = hourOf(due.minute);
  if (nowMs < startOf(due.minute) + LATE_MS || nowMs < startOfHour(hour) + HOUR_MS + LATE_MS) return;
  const dueAtMs = Math.ceil((nowMs + CLOCKS_DIFFER_MS) / LATE_GRID_MS) * LATE_GRID_MS;
  const message = hourDue.event({
    aggregate: lakePartition(counted.organizationId, hour),
    cause: toInstant(dueAtMs),
    occurredAt: toInstant(nowMs),
    data: { hour, dueAt: toInstant(dueAtMs) },
  });
  await deps.toLake([message], Math.ceil((dueAtMs - nowMs) / 1000));
}

/** Does what a message to the worker that writes the data lake says. Repetitions change nothing. */
export async function writeLake(deps: LakeDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  if (event.name === hoursDue.name) return writeEndedHours(deps, organizationId, event);
  const { hour, dueAt } = hourDue.parse(event).data;
  await writeHour(deps, { organizationId, hour }, Date.parse(dueAt));
}

/** Writes the hours that have ended, one after another; a turn that is too short for all of them asks for another one. */
async function writeEndedHours(deps: LakeDeps, organizationId: string, event: EventRecord): Promise<void> {
  const { table, clock } = deps;
  const endMs = clock.now() + deps.turnMs;
  const last = hourOf(toInstant(clock.now() - GRACE_MS - HOUR_MS));
  for (;;) {
    const stored = await table.get(lakeProgressEntity, { organizationId });
    const { writtenThrough, readAfter } = stored?.value ?? (await firstProgress(deps, organizationId));
    const hour = addHours(laterOf(writtenThrough, oldestHour(deps)), 1);
    if (hour > last) return;
    if (clock.now() >= endMs) return deps.toLake([endedHoursOf(organizationId, event.id)], 0);
    const endedMs = startOfHour(hour) + HOUR_MS + LATE_MS;
    await writeHour(deps, { organizationId, hour }, Math.max(endedMs, Date.parse(readAfter)));
    // A turn that loses the race goes on from where the other one is.
    await table.write([
      save(lakeProgressEntity, stored, { organizationId, writtenThrough: hour, readAfter }),
    ]);
  }
}

/** The last hour before the first one whose facts are all kept. */
function oldestHour({ clock }: Pick<CoreDeps, 'clock'>): string {
  return hourOf(toInstant(clock.now() - FACT_LIFE_MS + 24 * HOUR_MS));
}

/** At first, the last written hour is the one before the organization's creation. */
async function firstProgress(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<Pick<LakeProgress, 'writtenThrough' | 'readAfter'>> {
  const organization = await table.get(organizationEntity, { id: organizationId });
  const createdAt = organization?.value.createdAt ?? NEVER;
  return { writtenThrough: addHours(hourOf(createdAt), -1), readAfter: NEVER };
}

function laterOf(one: string, other: string): string {
  return one > other ? one : other;
}

/** Has everything from an hour on written again, after facts of the past were recorded. */
export async function writeAgainFrom(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, from }: { readonly organizationId: string; readonly from: string },
): Promise<void> {
  const before = addHours(hourOf(from), -1);
  const readAfter = toInstant(clock.now());
  const isSet = await retryLostRace(clock, async () => {
    const stored = await table.get(lakeProgressEntity, { organizationId });
    const written = stored?.value.writtenThrough ?? before;
    const writtenThrough = written < before ? written : before;
    return (
      await table.write([save(lakeProgressEntity, stored, { organizationId, writtenThrough, readAfter })])
    ).ok;
  });
  if (!isSet) throw new Error(`The progress of ${organizationId} changed too often. Run it again.`);
}
