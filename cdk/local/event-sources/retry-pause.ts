/** First pause before something that failed is tried again (ms); doubled each time. */
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 30_000;

/** Pause after this many doublings, in milliseconds. */
export function retryPauseMs(doublings: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** doublings, LONGEST_RETRY_MS);
}
