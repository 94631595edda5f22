import type { Grants } from '../runtime/index.ts';
import type { EventKind, EventRecord } from './define-event.ts';

/** A line that a worker logs of its work, and the condition under which it counts as a failure. */
export interface Outcomes {
  /** Code of the log line. */
  readonly code: string;
  /** Condition on the line's fields in the language of CloudWatch's metric filters: `$.conclusion != "delivered"`. */
  readonly failedWhen: string;
  /** Field of the line with the units of work that it stands for: `$.attempts`. */
  readonly count: string;
  /** Failures in a hundred at which the alarm goes off. */
  readonly percent: number;
  /** Who is affected. */
  readonly impact: string;
}

/** How a worker function is set up, beside what it does. */
export interface FunctionSettings {
  /** Seconds, at most 900. */
  readonly timeoutSeconds: number;
  /** Megabytes; Lambda gives processor time in proportion. */
  readonly memoryMegabytes?: number;
  readonly uses: Grants;
  /** Reserved concurrency: invocations that are kept free for this function, and its maximum. Production only. */
  readonly reservedConcurrency?: number;
  /** Who is affected when it fails; its alarms say so. */
  readonly failureImpact: string;
}

/** Listeners of which one must exist: whose, and the keys by which their settings name the event. */
export interface Heard {
  readonly by: string;
  readonly as: readonly string[];
}

/** A kind of event that a worker gets, possibly limited by its data, or to organizations that listen to it. */
export interface ConsumedEvents extends Pick<EventKind<unknown>, 'name' | 'summary'> {
  /** Fields of the event's data and the value that each must have; the router sends no other. */
  readonly only?: Readonly<Record<string, string | boolean>>;
  /** The router sends it only while somebody in its organization listens: see `heardBy`. */
  readonly heard?: Heard;
}

/** The events of a kind whose data have these values: an unwanted message costs as much as any other. */
export function eventsWith(
  { name, summary }: Pick<EventKind<unknown>, 'name' | 'summary'>,
  only: NonNullable<ConsumedEvents['only']>,
): ConsumedEvents {
  return { name, summary, only };
}

/** Whether an event of the right kind is one of the requested ones. */
export function isMeant({ data }: Pick<EventRecord, 'data'>, only: ConsumedEvents['only'] = {}): boolean {
  const fields = new Map(Object.entries(data ?? {}));
  return Object.entries(only).every(([field, value]) => fields.get(field) === value);
}

/**
 * A consumer of events: one queue with its dead letters, and one function. The router sends it the events it
 * lists, each at least once; a repetition must have no effect.
 */
export interface QueueWorker<Deps = unknown> extends FunctionSettings {
  readonly kind: 'queue';
  /** Kebab-case; names the queue, the function and the file. */
  readonly name: string;
  /** Events that the router sends it. None for a worker that gets its messages from functions and machines. */
  readonly consumes: readonly ConsumedEvents[];
  /** Messages per invocation, at most 10; they are handled in parallel. */
  readonly batchSize?: number;
  /**
   * Seconds in which messages are collected for an invocation, for work that may wait so long; default none. An
   * installation can switch that off (`batching`).
   */
  readonly batchingSeconds?: number;
  /** Maximum concurrency, 2 to 1,000; 5 by default, each with a batch. */
  readonly maxConcurrency?: number;
  /** Monitors the share of failures. */
  readonly outcomes?: Outcomes;
  readonly handle: (deps: Deps, event: EventRecord) => Promise<void>;
}

/** Defines a queue worker: `consumes` are the kinds of events it gets. */
export function defineQueueWorker<Deps>(worker: Omit<QueueWorker<Deps>, 'kind'>): QueueWorker<Deps> {
  return Object.freeze({ kind: 'queue' as const, ...worker });
}
