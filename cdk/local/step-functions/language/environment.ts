import type { Json, JsonObject } from './json.ts';

/** Source of what may differ from run to run. */
export interface Randomness {
  uuid(): string;
  /** From 0 to below 1. */
  fraction(): number;
}

/** Context in which expressions are evaluated. */
export interface Environment {
  /** `$` */
  readonly input: Json;
  /** `$$`: Execution, StateMachine, State, Task, Map. Created when first read, because most states never read it. */
  readonly context: JsonObject;
  readonly random: Randomness;
}

/** The same environment with another `$`. Passes the context on unread, which a spread would not. */
export function withInput(environment: Environment, input: Json): Environment {
  return {
    input,
    random: environment.random,
    get context() {
      return environment.context;
    },
  };
}
