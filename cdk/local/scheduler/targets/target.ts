import type { Authorize, CallAws, Functions } from '../../ports.ts';
import type { ScheduleTarget } from '../schedule.ts';

/** One firing of a schedule, as passed to its target. */
export interface Delivery {
  readonly target: ScheduleTarget;
  /** Input, its placeholders filled in. */
  readonly input: string;
  /** The same for every attempt of this firing. */
  readonly executionId: string;
}

/** What is needed to call targets. */
export interface TargetPorts {
  readonly functions: Pick<Functions, 'invoke'>;
  readonly callAws: CallAws;
  readonly authorize: Authorize;
  /** URL of the queue of that name. */
  queueUrl(name: string): string;
}

/**
 * How a call of a target ended. `retry`: again, as RetryPolicy says. `retryFunction`: the function was invoked and
 * threw; Lambda's own asynchronous retries follow. `refused`: never again, to the dead-letter queue.
 */
export type Delivered =
  | { readonly how: 'done' }
  | { readonly how: 'retry' | 'retryFunction' | 'refused'; readonly code: string; readonly message: string };

/** A kind of target. One frozen value each. */
export interface TargetKind {
  readonly arn: RegExp;
  deliver(ports: TargetPorts, delivery: Delivery): Promise<Delivered>;
}
