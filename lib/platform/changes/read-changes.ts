import type { Permission } from '../access/index.ts';
import { toInstant } from '../core/clock.ts';
import { readInstant } from '../core/read-instant.ts';
import type { CoreDeps } from '../runtime/index.ts';
import {
  CHANGE_KINDS,
  type ChangeKind,
  changeNoteEntity,
  changesPartition,
  NOTE_LIFE_MS,
  PERMISSION_OF,
  TOLD_FOR_MS,
} from './change-note.ts';
import { watchChanges } from './change-watch.ts';

/** The watch is renewed when less is left than this. Milliseconds. */
const RENEW_BEFORE_MS = 60_000;

/** Notes of one look; with more, everything may have changed. */
const MAX_NOTES = 100;

/** Where a caller stands: when it looked last, and until when the organization was watched then. */
interface ChangesCursor {
  readonly at: string;
  readonly until: string;
}

/** What changed since a look. */
export interface Changes {
  readonly kinds: readonly ChangeKind[];
  readonly cursor: string;
}

/**
 * Kinds of objects that changed since the look with this cursor, of those that the caller may read; all of them when it
 * cannot be known. 1 read unit while nothing changes, and 1 more read every two minutes.
 */
export async function readChanges(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  caller: { readonly organizationId: string; readonly permissions: readonly Permission[] },
  cursor: string | undefined,
): Promise<Changes> {
  const { organizationId, permissions } = caller;
  const now = deps.clock.now();
  const before = cursor === undefined ? undefined : readChangesCursor(cursor, organizationId);
  // A watch of a later time is nobody's: the cursor was not written here.
  const isWatched =
    before !== undefined &&
    Date.parse(before.at) <= now &&
    Date.parse(before.until) > now &&
    now - Date.parse(before.at) < NOTE_LIFE_MS - TOLD_FOR_MS;
  const isEnding = !isWatched || Date.parse(before.until) < now + RENEW_BEFORE_MS;
  const until = isEnding ? await watchChanges(deps, organizationId) : before.until;
  const changed = isWatched ? await changedSince(deps, organizationId, before.at) : CHANGE_KINDS;
  return {
    kinds: changed.filter((kind) => permissions.includes(PERMISSION_OF[kind])),
    cursor: writeChangesCursor({ at: toInstant(now), until }, organizationId),
  };
}

async function changedSince(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
  at: string,
): Promise<readonly ChangeKind[]> {
  const after = { organizationId, at: toInstant(Date.parse(at) - TOLD_FOR_MS), id: '' };
  const notes = await table.readLog(changeNoteEntity, changesPartition(organizationId), {
    limit: MAX_NOTES,
    after,
  });
  const kinds = new Set(notes.flatMap(({ value }) => value.kinds));
  return notes.length === MAX_NOTES ? CHANGE_KINDS : CHANGE_KINDS.filter((kind) => kinds.has(kind));
}

function writeChangesCursor({ at, until }: ChangesCursor, organizationId: string): string {
  return Buffer.from(`${at}|${until}|${organizationId}`).toString('base64url');
}

/** Undefined for anything that is no cursor of this organization: everything may have changed then. */
function readChangesCursor(text: string, organizationId: string): ChangesCursor | undefined {
  const [at = '', until = '', ...rest] = Buffer.from(text, 'base64url').toString('utf8').split('|');
  const isOurs = readInstant(at) === at && readInstant(until) === until && rest.join('|') === organizationId;
  return isOurs ? { at, until } : undefined;
}
