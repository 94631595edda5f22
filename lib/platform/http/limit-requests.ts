import * as z from 'zod';
import { retryLostRace } from '../core/retry-lost-race.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { defineEntity, save } from '../table/index.ts';

/** How many requests an organization may send. */
export interface RequestLimit {
  /** Names the limit; each has its own bucket. */
  readonly scope: string;
  readonly perSecond: number;
  /** Requests that may come at once after a pause. */
  readonly burst: number;
  /**
   * What an instance of a function lets pass without reading or writing anything: this many a second, and
   * this many at once. With `n` instances the limit is exceeded by at most `n` times this.
   */
  readonly trickle: { readonly perSecond: number; readonly burst: number };
}

/** A bucket that nobody used for an hour is full anyway. */
const LIFE_SECONDS = 3_600;

const bucketSchema = z.object({
  organizationId: z.string(),
  scope: z.string(),
  /** Requests that may be made at once, at this instant. */
  tokens: z.number(),
  /** Milliseconds since the epoch. */
  atMs: z.int(),
});

/** What an organization may still send at once. All instances settle with this one row. */
export const requestBucketEntity = defineEntity<
  z.infer<typeof bucketSchema>,
  { organizationId: string; scope: string }
>({
  name: 'requestBucket',
  schema: bucketSchema,
  partition: ({ organizationId, scope }) => ({ organizationId, type: 'requestBucket', id: scope }),
  sort: () => ({ kind: 'state', parts: [] }),
  expiresAtSeconds: ({ atMs }) => Math.floor(atMs / 1000) + LIFE_SECONDS,
});

/** What an instance has let through and not yet settled, and what it saw in the bucket last. */
interface Tally {
  level: number;
  atMs: number;
  refusedUntilMs: number;
  tokens: number;
  tokensAtMs: number;
}

/** Maximum number of organizations in the memory of an instance. */
const REMEMBERED = 1_000;

/** Whether a request may pass, and the state of the organization as far as this instance knows. */
export interface TakenRequest {
  /** Seconds after which to try again; undefined when the request may pass. */
  readonly retryAfterSeconds: number | undefined;
  /** Requests that may follow at once. */
  readonly remaining: number;
}

/** Takes one request of an organization. */
export type TakeRequest = (organizationId: string) => Promise<TakenRequest>;

/**
 * A limit over all instances with hardly a write. Each lets a trickle pass by itself; above that, it settles
 * everything that it has let pass with the organization's bucket, one write for several requests.
 */
export function requestLimiter(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  { scope, perSecond, burst, trickle }: RequestLimit,
): TakeRequest {
  const tallies = new Map<string, Tally>();

  function tallyOf(organizationId: string, nowMs: number): Tally {
    const known = tallies.get(organizationId);
    if (known) return known;
    if (tallies.size >= REMEMBERED) tallies.clear();
    const tally = { level: 0, atMs: nowMs, refusedUntilMs: 0, tokens: burst, tokensAtMs: nowMs };
    tallies.set(organizationId, tally);
    return tally;
  }

  const refilled = (tokens: number, sinceMs: number, nowMs: number) =>
    Math.min(burst, tokens + (Math.max(0, nowMs - sinceMs) * perSecond) / 1000);

  return async (organizationId) => {
    const nowMs = clock.now();
    const tally = tallyOf(organizationId, nowMs);
    if (tally.refusedUntilMs > nowMs) return refused(tally, nowMs);
    const leaked = Math.max(0, tally.level - (trickle.perSecond * (nowMs - tally.atMs)) / 1000);
    tally.level = leaked + 1;
    tally.atMs = nowMs;
    if (tally.level > trickle.burst) {
      const owed = tally.level;
      tally.level = 0;
      const missing = await settle(organizationId, owed, tally);
      if (missing > 0) {
        tally.level += owed - 1;
        tally.refusedUntilMs = nowMs + (missing * 1000) / perSecond;
        return refused(tally, nowMs);
      }
    }
    const left = refilled(tally.tokens, tally.tokensAtMs, nowMs) - tally.level;
    return { retryAfterSeconds: undefined, remaining: Math.max(0, Math.floor(left)) };
  };

  /** Takes the debt out of the bucket; returns how much is missing there. */
  async function settle(organizationId: string, owed: number, tally: Tally): Promise<number> {
    const missing = await retryLostRace(clock, async () => {
      const nowMs = clock.now();
      const stored = await table.get(requestBucketEntity, { organizationId, scope });
      const tokens = stored ? refilled(stored.value.tokens, stored.value.atMs, nowMs) : burst;
      if (tokens < owed) return owed - tokens;
      const next = { organizationId, scope, tokens: tokens - owed, atMs: nowMs };
      if ((await table.write([save(requestBucketEntity, stored, next)])).ok) {
        tally.tokens = next.tokens;
        tally.tokensAtMs = nowMs;
        return 0;
      }
    });
    return missing ?? owed;
  }
}

function refused({ refusedUntilMs }: Tally, nowMs: number): TakenRequest {
  return { retryAfterSeconds: Math.max(1, Math.ceil((refusedUntilMs - nowMs) / 1000)), remaining: 0 };
}
