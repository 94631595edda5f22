/** Consecutive attempts without an answer in time that make an endpoint slow. */
const GIVEN_UP_IN_A_ROW = 3;

/** Maximum number of endpoints in memory; beyond that, the least recently used one is forgotten. */
const REMEMBERED = 10_000;

/** An answer within this time shows that a receiver is quick again. Milliseconds. */
export const QUICK_MS = 2_000;

/** A function instance's memory of receivers that did not answer in time. Approximate on purpose: it costs nothing. */
export interface Patience {
  /**
   * Counts the result of an attempt; true when the endpoint has been too slow so often that it should go to
   * the slow lane.
   */
  isWornOutBy(endpointId: string, ranOutOfTime: boolean): boolean;
}

/** Remembers in memory. */
export function createPatience(): Patience {
  const inARow = new Map<string, number>();
  return Object.freeze({
    isWornOutBy(endpointId: string, ranOutOfTime: boolean) {
      const count = ranOutOfTime ? (inARow.get(endpointId) ?? 0) + 1 : 0;
      inARow.delete(endpointId);
      if (count === 0) return false;
      inARow.set(endpointId, count);
      const [oldest] = inARow.keys();
      if (inARow.size > REMEMBERED && oldest !== undefined) inARow.delete(oldest);
      return count >= GIVEN_UP_IN_A_ROW;
    },
  });
}
