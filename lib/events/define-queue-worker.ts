import type { Grants } from '../runtime/index.ts';
import type { EventKind, EventRecord } from './define-event.ts';

/** What a worker logs once for each thing that it does, and which of these lines tell of a failure. */
export interface Outcomes {
  /** Code of the log line. */
  readonly code: string;
  /** Condition on the line's fields in the language of CloudWatch's metric filters: `$.conclusion != "delivered"`. */
  readonly failedWhen: string;
  /** Failures in a hundred from which on the alarm rings. */
  readonly percent: number;
  /** Who suffers. */
  readonly impact: string;
}

/** How a worker function is set up, beside what it does. */
export interface FunctionSettings {
  /** Seconds, at most 900. */
  readonly timeoutSeconds: number;
  /** Megabytes; Lambda gives processor time in proportion. */
  readonly memoryMegabytes?: number;
  readonly uses: Grants;
  /** Invocations that are kept free for this function, and no more than which it gets. Production only. */
  readonly reservedConcurrency?: number;
  /** Who suffers when it fails: said by its alarms. */
  readonly failureImpact: string;
}

/**
 * A consumer of events: one queue with its dead letters, one function. The router sends it the events it lists, each
 * at least once; it must do nothing on the second time.
 */
export interface QueueWorker<Deps = unknown> extends FunctionSettings {
  readonly kind: 'queue';
  /** Kebab-case; names the queue, the function and the file. */
  readonly name: string;
  /** Events that the router sends it. None for one that gets its messages from functions and machines. */
  readonly consumes: readonly Pick<EventKind<unknown>, 'name' | 'summary'>[];
  /** Messages per invocation, at most 10; they are handled side by side. */
  readonly batchSize?: number;
  /** Invocations side by side at most, 2 to 1,000; 5 by default, each with a batch. */
  readonly maxConcurrency?: number;
  /** Has the share of failures watched. */
  readonly outcomes?: Outcomes;
  readonly handle: (event: EventRecord, deps: Deps) => Promise<void>;
}

/** Defines a queue worker: `consumes` are the kinds of events it gets. */
export function defineQueueWorker<Deps>(worker: Omit<QueueWorker<Deps>, 'kind'>): QueueWorker<Deps> {
  return Object.freeze({ kind: 'queue' as const, ...worker });
}
