/** Longest wait before the second try. Doubles with every further one, up to `LONGEST_WAIT_MS`. */
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 160;

/**
 * Tries until an attempt returns something, at most `tries` times. `undefined` says that another writer was faster.
 * The waits between are random within a doubling bound, so that writers that met once do not meet again.
 */
export async function retryLostRaces<Result>(
  tries: number,
  attempt: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  for (let count = 0; count < tries; count += 1) {
    if (count > 0) await pause(Math.min(FIRST_WAIT_MS * 2 ** (count - 1), LONGEST_WAIT_MS));
    const result = await attempt();
    if (result !== undefined) return result;
  }
  return undefined;
}

function pause(boundMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * boundMs));
}
