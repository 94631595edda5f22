import { setTimeout as sleep } from 'node:timers/promises';

/** What the local cloud reports at `/_local/memory`. */
interface MemoryUse {
  readonly megabytes: number;
  readonly functionThreads: number;
}

/**
 * The system reclaims the memory of ended threads within ten seconds; a busy machine gets three times that.
 * Milliseconds.
 */
const SETTLING_MS = 30_000;

/**
 * The memory that the local cloud at `baseUrl` uses after the work: read as soon as it is within `limit` megabytes, at
 * the latest after half a minute. In words, and whether it is within the limit.
 */
export async function memoryOf(
  baseUrl: string,
  limit: number,
): Promise<{ readonly words: string; readonly isWithin: boolean }> {
  for (const until = Date.now() + SETTLING_MS; ; await sleep(1_000)) {
    const reply = await fetch(`${baseUrl}/_local/memory`);
    const { megabytes, functionThreads } = (await reply.json()) as MemoryUse;
    const isWithin = megabytes <= limit;
    if (!isWithin && Date.now() < until) continue;
    const threads = `${functionThreads} ${functionThreads === 1 ? 'thread' : 'threads'} of functions`;
    return { words: `${megabytes} MB with ${threads}; at most ${limit} MB`, isWithin };
  }
}
