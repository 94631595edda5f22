import { read } from './api.ts';
import { idleFactor } from './idle.ts';
import { type Kind, RIGHTS } from './kinds-of-changes.ts';
import { can, whoIs } from './me.ts';

/** How often the API is asked what changed. Milliseconds. */
const LOOK_MS = 1_500;

/** What was read longer ago than this is read again, whatever the API says. Milliseconds. */
const TRUSTED_MS = 30_000;

/** A worker may need this long to write what is noted before it does. Milliseconds. */
const TRAIL_MS = 5_000;

/** What an address shows. */
interface Shown {
  readonly kinds: readonly Kind[];
  /** How long after a change was told rows may still come. Milliseconds. */
  readonly trailMs?: number;
  /** Whether it changes without a report, so that it is read again all the time. */
  readonly isMoving?: (data: unknown) => boolean;
}

/** Lists and objects of which the API reports the visible changes, with the kinds that they show. */
const SHOWN: readonly (readonly [RegExp, Shown])[] = [
  [/^orders(\?|$)|^order\/[^/]+$/, { kinds: ['order', 'job', 'route'] }],
  [/^jobs(\?|$)/, { kinds: ['job', 'order'] }],
  [/^jobs\/[^/]+$/, { kinds: ['job', 'order', 'position'] }],
  [/^flags\b/, { kinds: ['job', 'order'] }],
  [/^refund-requests\b/, { kinds: ['job'] }],
  [/^routes(\?|$|\/[^/]+$)/, { kinds: ['route', 'job'] }],
  [/^execute\b/, { kinds: ['route', 'job', 'position'], trailMs: TRAIL_MS }],
  [/^activities\b/, { kinds: ['activity'], isMoving: isUnderWay }],
  [/^notifications\b/, { kinds: ['notification'], trailMs: TRAIL_MS }],
  [/^webhooks\/messages\b/, { kinds: ['webhook_message'], trailMs: TRAIL_MS }],
];

/** Of an activity, only its beginning and its end are reported, not its progress. */
function isUnderWay(data: unknown): boolean {
  return ['SCHEDULED', 'QUEUED', 'IN_PROGRESS'].includes((data as { readonly status: string }).status);
}

interface Follower {
  readonly kinds: readonly Kind[];
  readonly refresh: () => void;
}

const followers = new Set<Follower>();
/** When a change of a kind was last told, on the page's clock. */
const toldAt = new Map<string, number>();
let cursor: string | undefined;
/** Since when every change was told; undefined while the API was not asked, or did not answer. */
let knownSince: number | undefined;

/** Whether what was read at an instant of the page's clock, `data`, is still what the API would answer. */
export type IsUnchanged = (readAt: number, data: unknown) => boolean;

/**
 * Follows what an address shows until `signal` aborts, and refreshes it as soon as it changes. Undefined if the API does not
 * report all of its changes to this user.
 */
export function follow(address: string, refresh: () => void, signal: AbortSignal): IsUnchanged | undefined {
  const path = address.replace(/^\/v1\//, '');
  const shown = SHOWN.find(([pattern]) => pattern.test(path))?.[1];
  const { storeLocationIds, driverGroupIds } = whoIs();
  if (!shown || storeLocationIds || driverGroupIds || !can('READ_ORGANIZATION')) return undefined;
  const { kinds, trailMs = 0, isMoving } = shown;
  if (signal.aborted || !kinds.every((kind) => can(RIGHTS[kind]))) return undefined;
  const follower = { kinds, refresh };
  followers.add(follower);
  signal.addEventListener('abort', () => followers.delete(follower));
  lookLater(LOOK_MS);
  return (readAt, data) =>
    knownSince !== undefined &&
    knownSince <= readAt &&
    performance.now() - readAt < TRUSTED_MS &&
    kinds.every((kind) => (toldAt.get(kind) ?? -trailMs) + trailMs < readAt) &&
    isMoving?.(data) !== true;
}

/** One look at a time: whether it is waited for or under way. */
let isExpected = false;

function lookLater(pauseMs: number): void {
  if (isExpected) return;
  isExpected = true;
  setTimeout(() => void look(), pauseMs);
}

async function look(): Promise<void> {
  const startedAt = performance.now();
  if (followers.size > 0 && !document.hidden) {
    try {
      const reply = await read<{ readonly kinds: readonly string[]; readonly cursor: string }>(
        '/v1/organization-management/changes',
        { cursor },
      );
      const told = reply?.data.kinds ?? [];
      cursor = reply?.data.cursor ?? cursor;
      const at = performance.now();
      for (const kind of told) toldAt.set(kind, at);
      knownSince ??= startedAt;
      for (const { kinds, refresh } of followers) if (kinds.some((kind) => told.includes(kind))) refresh();
    } catch {
      // Until it answers again, everything is read as often as without it.
      knownSince = undefined;
    }
  }
  isExpected = false;
  if (followers.size > 0) lookLater(Math.max(LOOK_MS * idleFactor(), 2 * (performance.now() - startedAt)));
}
