import type { LocalClock, Need } from '../../ports.ts';
import type { ScheduleRunner } from '../runner.ts';
import type { SchedulerStore } from '../store.ts';

/** Context of operations. */
export interface SchedulerApiParts {
  readonly store: SchedulerStore;
  readonly runner: ScheduleRunner;
  readonly clock: LocalClock;
}

/** A call with its parsed path and body. */
export interface SchedulerCall {
  /** Name in the path, empty in listings. */
  readonly name: string;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

/** One operation of the API. One frozen value each. */
export interface SchedulerOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** First part of the path, and whether a name follows. */
  readonly path: '/schedules' | '/schedules/' | '/schedule-groups' | '/schedule-groups/';
  /** Permissions that the caller's policy must grant. Throws AwsError. */
  needs(call: SchedulerCall): readonly Need[];
  /** The reply's body. Throws AwsError. */
  handle(parts: SchedulerApiParts, call: SchedulerCall): object;
}
