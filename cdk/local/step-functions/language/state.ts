import type { Environment } from './environment.ts';
import type { Json } from './json.ts';
import type { StatesError } from './states-error.ts';

/** One branch that a Parallel or Map state starts. */
export interface Branch {
  /** Index into `Definition.processors`. */
  readonly processor: number;
  readonly input: Json;
  /** Map only: the value of `$$.Map.Item` inside. */
  readonly item?: { readonly Index: number; readonly Value: Json };
}

/** What a state requests after being entered or left. States are pure: the engine acts and stores. */
export type Verdict =
  | { readonly verdict: 'run'; readonly next: string; readonly output: Json }
  | { readonly verdict: 'done'; readonly output: Json }
  | { readonly verdict: 'wait'; readonly untilMs: number }
  | {
      readonly verdict: 'call';
      readonly parameters: Json;
      readonly timeoutSeconds?: number;
      readonly heartbeatSeconds?: number;
    }
  | { readonly verdict: 'fork'; readonly branches: readonly Branch[]; readonly maxConcurrency: number }
  | { readonly verdict: 'failed'; readonly error: StatesError };

export type StateType = 'Task' | 'Choice' | 'Wait' | 'Pass' | 'Map' | 'Parallel' | 'Succeed' | 'Fail';

/** A compiled state. Frozen; contains nothing of any execution. */
export interface State {
  readonly name: string;
  readonly type: StateType;
  readonly retriers: readonly Retrier[];
  readonly catchers: readonly Catcher[];
  /** Task only. */
  readonly task?: { readonly resource: string; readonly waitsForToken: boolean };
  /** Throws StatesError. */
  enter(environment: Environment, nowMs: number): Verdict;
  /** Called when the request of `enter` has ended with `result` (null after a wait). Throws StatesError. */
  leave(environment: Environment, result: Json): Verdict;
}

/** One entry of Retry (ASL specification, "Retrying after error"). */
export interface Retrier {
  readonly errorEquals: readonly string[];
  readonly intervalSeconds: number;
  readonly maxAttempts: number;
  readonly backoffRate: number;
  readonly maxDelaySeconds: number;
  readonly fullJitter: boolean;
}

/** One entry of Catch. */
export interface Catcher {
  readonly errorEquals: readonly string[];
  /** The state's raw input with the error at the place that ResultPath names. Throws StatesError. */
  output(environment: Environment, error: StatesError): Json;
  readonly next: string;
}

/** The states of a machine, a Map's item processor or a Parallel's branch. */
export interface Processor {
  readonly startAt: string;
  readonly states: ReadonlyMap<string, State>;
}

/** A compiled state machine. `processors[0]` is the machine itself. */
export interface Definition {
  readonly processors: readonly Processor[];
  readonly timeoutSeconds?: number;
}
