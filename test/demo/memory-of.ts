import { setTimeout as sleep } from 'node:timers/promises';

/** What the local cloud says of itself at `/_local/memory`. */
interface MemoryUse {
  readonly megabytes: number;
  readonly functionThreads: number;
}

/** The system gets memory of ended threads back within ten seconds; a busy machine gets three times that. Milliseconds. */
const SETTLING_MS = 30_000;

/**
 * The memory that the local cloud at `baseUrl` takes when the work is over: as soon as it is within `limit` megabytes,
 * at last after half a minute. In words, and whether it is within.
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
