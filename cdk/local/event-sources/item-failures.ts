import { isRecord } from '../aws-json.ts';
import type { InvocationResult } from '../ports.ts';

/**
 * The items of a batch that a function has not done, by identifier; `all` when it failed as a whole or returned
 * something that AWS treats as such.
 */
export function failuresOf(
  result: InvocationResult,
  reports: boolean,
  identifiers: readonly string[],
): ReadonlySet<string> | 'all' {
  if (!result.ok) return 'all';
  if (!reports) return new Set();
  const { payload } = result;
  // As AWS documents it: no answer, an empty one and an empty list all mean that everything is done.
  if (payload === null || payload === undefined || payload === '') return new Set();
  if (!isRecord(payload)) return 'all';
  const { batchItemFailures } = payload;
  if (batchItemFailures === null || batchItemFailures === undefined) return new Set();
  if (!Array.isArray(batchItemFailures)) return 'all';
  const failed = new Set<string>();
  for (const failure of batchItemFailures) {
    const identifier: unknown = isRecord(failure) ? failure.itemIdentifier : undefined;
    if (typeof identifier !== 'string' || !identifiers.includes(identifier)) return 'all';
    failed.add(identifier);
  }
  return failed;
}

/** Lambda accepts 6 MB of payload; a batch ends earlier, leaving room for the data around the records. */
const MAXIMUM_PAYLOAD_BYTES = 6 * 1024 * 1024 - 16 * 1024;

/** How many of the first `items` fit into one invocation: at least one, at most `limit`. */
export function fitting<T>(items: readonly T[], limit: number, bytesOf: (item: T) => number): number {
  let bytes = 0;
  let count = 0;
  while (count < items.length && count < limit) {
    bytes += bytesOf(items[count]!);
    if (bytes > MAXIMUM_PAYLOAD_BYTES && count > 0) break;
    count += 1;
  }
  return count;
}
