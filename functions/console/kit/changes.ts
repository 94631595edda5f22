import { read } from './api.ts';
import { idleFactor } from './idle.ts';
import { can, whoIs } from './me.ts';

/** How often the API is asked what changed. Milliseconds. */
const LOOK_MS = 1_500;

/** What was read longer ago than this is read again, whatever the API says. Milliseconds. */
const TRUSTED_MS = 30_000;

/** Lists and objects of which the API reports every visible change, with the kinds that they show. */
const SHOWN: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/v1\/orders(\?|$)/, ['order', 'job', 'route']],
  [/^\/v1\/order\/[^/?]+(\?|$)/, ['order', 'job', 'route']],
  [/^\/v1\/jobs(\?|$)/, ['job', 'order']],
];

interface Follower {
  readonly kinds: readonly string[];
  readonly refresh: () => void;
}

const followers = new Set<Follower>();
/** When a change of a kind was last told, on the page's clock. */
const toldAt = new Map<string, number>();
let cursor: string | undefined;
/** Since when every change was told; undefined while the API was not asked, or did not answer. */
let knownSince: number | undefined;

/** The kinds of objects that an address shows, if all of their changes are told to this user. */
export function kindsAt(address: string): readonly string[] | undefined {
  const kinds = SHOWN.find(([path]) => path.test(address))?.[1];
  if (kinds === undefined) return undefined;
  const { storeLocationIds, driverGroupIds } = whoIs();
  if (storeLocationIds || driverGroupIds) return undefined;
  const needed = ['READ_ORGANIZATION', ...kinds.map((kind) => `READ_${kind.toUpperCase()}`)];
  return needed.every(can) ? kinds : undefined;
}

/** Whether what was read at an instant of the page's clock is still what the API would answer. */
export function isUnchanged(kinds: readonly string[], readAt: number): boolean {
  return (
    knownSince !== undefined &&
    knownSince <= readAt &&
    performance.now() - readAt < TRUSTED_MS &&
    kinds.every((kind) => (toldAt.get(kind) ?? 0) < readAt)
  );
}

/** Refreshes as soon as one of the kinds changes. Returns how to stop. */
export function follow(kinds: readonly string[], refresh: () => void): () => void {
  const follower = { kinds, refresh };
  followers.add(follower);
  lookLater(LOOK_MS);
  return () => void followers.delete(follower);
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
