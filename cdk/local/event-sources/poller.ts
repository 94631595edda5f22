import type { Functions, InvocationResult } from '../ports.ts';

/** Feeds one function from one source. */
export interface Poller {
  /** True when it has nothing to do before some moment of the local clock. */
  idle(): boolean;
  /** Takes nothing new and returns when active work has ended, or after half a second. */
  stop(): Promise<void>;
}

/** How long active work may continue at the end; it is delivered again at the next start. */
const STOP_PATIENCE_MS = 500;
/** Characters of an error's message that are logged. */
const LONGEST_REASON = 200;

/** Invokes, with a refusal of the runtime itself as a failed invocation. */
export async function invokeSafely(
  functions: Functions,
  name: string,
  event: unknown,
): Promise<InvocationResult> {
  try {
    return await functions.invoke(name, event);
  } catch (error) {
    return {
      ok: false,
      errorType: error instanceof Error ? error.name : 'Error',
      errorMessage: error instanceof Error ? error.message : String(error),
      trace: [],
    };
  }
}

/** Why an invocation failed, on one line. The function's own log has all of it. */
export function reasonOf(result: InvocationResult): string {
  if (result.ok) return 'its batchItemFailures cannot be read';
  const message = result.errorMessage.replaceAll(/\s+/g, ' ').trim();
  return `${result.errorType}: ${message.length > LONGEST_REASON ? `${message.slice(0, LONGEST_REASON)}...` : message}`;
}

/** Resolves when `work` has ended or the time is over. */
export async function withPatience(work: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, STOP_PATIENCE_MS);
  });
  await Promise.race([Promise.allSettled(work), patience]);
  clearTimeout(timer);
}
