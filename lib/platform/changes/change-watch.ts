import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import type { Listeners } from '../events/index.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { type Aggregate, defineEntity, save } from '../table/index.ts';
import { changesPartition } from './change-note.ts';

/** How long an organization is watched after a look. Milliseconds. */
const WATCH_MS = 3 * 60_000;

const watchSchema = z.object({ organizationId: z.string(), until: z.string() });

/** That somebody follows an organization's changes: without one, nothing is noted. */
export const changeWatchEntity = defineEntity<
  z.infer<typeof watchSchema>,
  { readonly organizationId: string }
>({
  name: 'changeWatch',
  schema: watchSchema,
  partition: ({ organizationId }) => changesPartition(organizationId),
  sort: () => ({ kind: 'state', parts: [] }),
  isKept: true,
  expiresAtSeconds: ({ until }) => Math.ceil(Date.parse(until) / 1_000),
});

/** Those who follow the changes of an organization, for the router of events. */
export const changeWatchers: Listeners = Object.freeze({
  name: 'change watchers',
  partition: changesPartition,
  hear: (settings: Aggregate) => {
    const isWatched = settings.one(changeWatchEntity) !== undefined;
    return () => isWatched;
  },
});

/**
 * Keeps an organization watched. Returns until when; every change that is committed after this call is noted until then.
 * 1 read, and 1 transaction of 3 members when less than half of the time is left.
 */
export async function watchChanges(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
): Promise<string> {
  const now = clock.now();
  const stored = await table.get(changeWatchEntity, { organizationId });
  if (stored && Date.parse(stored.value.until) > now + WATCH_MS / 2) return stored.value.until;
  const until = toInstant(now + WATCH_MS);
  const { ok } = await table.write([save(changeWatchEntity, stored, { organizationId, until }, now)]);
  if (ok) return until;
  // Another look was faster.
  return (await table.get(changeWatchEntity, { organizationId }))?.value.until ?? toInstant(now);
}
