/**
 * How far a consumer got when it failed, which decides what becomes of its message.
 *
 * - `before`: nothing was done yet (a read failed, a provider is down): retry.
 * - `during`: the effect was in progress and may have happened; its key makes a repetition harmless: retry.
 * - `after`: the effect happened and only its report failed: retry, and find the effect done.
 * - `busy`: another invocation is working on the same thing, as it should: check again later in case it dies.
 * - `never`: no retry can help (the message makes no sense): move it to the dead letters at once.
 */
export type Stage = 'before' | 'during' | 'after' | 'busy' | 'never';

/** Thrown by a consumer that cannot finish a message. Anything else thrown counts as stage `during`. */
export class ConsumerFailure extends Error {
  readonly stage: Stage;
  /**
   * When a retry makes sense, in milliseconds from now; undefined = after the queue's visibility timeout,
   * which is as long as six runs of the function.
   */
  readonly retryAfterMs: number | undefined;

  constructor(
    stage: Stage,
    message: string,
    options: ErrorOptions & { readonly retryAfterMs?: number } = {},
  ) {
    super(message, options);
    this.name = 'ConsumerFailure';
    this.stage = stage;
    this.retryAfterMs = options.retryAfterMs;
  }
}

/**
 * What happens to a message: done, delivered again after its visibility timeout, or moved to the dead letters
 * at once.
 */
export type Verdict = 'acknowledge' | 'retry' | 'park';

/** The one rule from an outcome to a verdict. Expected outcomes (a lost race, a refusal) are not failures. */
export function verdictOf(failure: unknown): Verdict {
  if (failure === undefined) return 'acknowledge';
  return failure instanceof ConsumerFailure && failure.stage === 'never' ? 'park' : 'retry';
}
