/** Allowed requests a second, and how many may arrive at once. */
export interface Throttle {
  readonly ratePerSecond: number;
  readonly burst: number;
}

/**
 * A token bucket, as API Gateway throttles: `burst` tokens at most, `ratePerSecond` new ones each second. The returned
 * function takes one and returns whether there was one. `nowMs` is the machine's time: skipped time brings no tokens.
 */
export function limitRate({ ratePerSecond, burst }: Throttle, nowMs: () => number): () => boolean {
  let tokens = burst;
  let filledAt = nowMs();
  return () => {
    const now = nowMs();
    tokens = Math.min(burst, tokens + ((now - filledAt) / 1000) * ratePerSecond);
    filledAt = now;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
