/**
 * Bits of the lock between a thread that creates a compressing stream and the one that terminates it. Node 24.21 aborts
 * the whole process when a thread is terminated between the two steps in which such a stream is created.
 */
export const CREATES_STREAM = 1;
export const IS_ENDING = 2;

/** What a thread of functions starts with. */
export interface ThreadSetup {
  /** Milliseconds that the local clock has skipped, a shared BigInt64. */
  readonly skippedMs: SharedArrayBuffer;
  /** One Int32 with `CREATES_STREAM` and `IS_ENDING`. */
  readonly streamLock: SharedArrayBuffer;
  /** Directory of code that earlier threads compiled. */
  readonly compiled: string;
  /** Nobody waits for its invocations: requests get the processor first. */
  readonly isBackground: boolean;
}

/** An execution environment: one function, loaded by itself. */
export interface EnvironmentSetup {
  /** `file:` URL of the handler's module. */
  readonly moduleUrl: string;
  /** Name of the export, as `handler`. */
  readonly exportName: string;
  /** `index.handler`, for errors. */
  readonly handler: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
  readonly logGroupName: string;
  readonly logStreamName: string;
  /** Everything that it sees in `process.env`. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Main thread to worker: load a function. */
export interface LoadMessage {
  /** Number of the environment in its thread. */
  readonly load: number;
  readonly setup: EnvironmentSetup;
}

/** Main thread to worker: run the handler once. */
export interface InvokeMessage {
  /** The environment. */
  readonly invoke: number;
  readonly id: string;
  /** The event as JSON. */
  readonly event: string;
  /** Milliseconds until the invocation is ended. */
  readonly remainingMs: number;
}

/** Main thread to worker: end between two steps of the event loop. */
export interface EndMessage {
  readonly end: true;
}

/** Main thread to worker. */
export type ThreadMessage = LoadMessage | InvokeMessage | EndMessage;

/** How Lambda describes a thrown value. */
export interface ThrownError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace: readonly string[];
}

/** What an environment says to the main thread. */
export type EnvironmentNews =
  | { readonly kind: 'ready' }
  | { readonly kind: 'broken'; readonly error: ThrownError }
  | { readonly kind: 'returned'; readonly id: string; readonly payload: string }
  | { readonly kind: 'threw'; readonly id: string; readonly error: ThrownError }
  | { readonly kind: 'printed'; readonly text: string }
  /** It broke beside its invocation, and must not be used any more. */
  | { readonly kind: 'crashed'; readonly error: ThrownError }
  | { readonly kind: 'exited'; readonly code: number };

/** Worker to main thread. */
export type WorkerMessage = EnvironmentNews & {
  /** The environment that says it. */
  readonly of: number;
};
