import type { Authorize, CallAws, Functions } from '../../ports.ts';
import type { Json, JsonObject } from '../language/json.ts';
import { DefinitionError } from '../language/states-error.ts';

/** Context of a task, with the role of its state machine. */
export interface TaskPorts {
  readonly functions: Pick<Functions, 'invoke'>;
  readonly callAws: CallAws;
  readonly authorize: Authorize;
  readonly roleArn: string;
}

/** A service that Task states call. One frozen value each. */
export interface Integration {
  /** Refuses parameters, as in the definition, that are not supported here. Throws DefinitionError. */
  check(parameters: JsonObject): void;
  /** Makes the call. Rejects with StatesError. */
  call(ports: TaskPorts, parameters: Json, resource: string): Promise<Json>;
}

/** Refuses parameters other than `supported`, whether given as values or as `.$` paths. Throws DefinitionError. */
export function refuseOtherParameters(parameters: JsonObject, supported: readonly string[]): void {
  const other = Object.keys(parameters).filter((key) => !supported.includes(key.replace(/\.\$$/, '')));
  if (other.length > 0) throw new DefinitionError(`Parameters.${other.join(', ')} is not supported here`);
}
