import { findIntegration } from '../integrations/index.ts';
import { compileDataFlow } from '../language/data-flow.ts';
import type { Environment } from '../language/environment.ts';
import { compileCatchers, compileRetriers } from '../language/error-handling.ts';
import { isObject } from '../language/json.ts';
import { compilePath } from '../language/path.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { StatesError } from '../language/states-error.ts';
import { compileTransition } from '../language/transition.ts';

const TOKEN_SUFFIX = '.waitForTaskToken';

/** Task: calls a service and continues with its answer (ASL specification, "Task State"). */
export function task(name: string, fields: StateFields): State {
  const resource = fields.text('Resource');
  const integration = findIntegration(resource);
  if (integration === undefined) throw fields.fail(`Resource ${resource} is not supported here`);
  const parameters = fields.json('Parameters');
  const checked = isObject(parameters) ? parameters : {};
  fields.compile(() => integration.check(checked));
  const flow = compileDataFlow(fields, { parameters: true, resultSelector: true, resultPath: true });
  const timeout = compileSeconds(fields, 'TimeoutSeconds');
  const heartbeat = compileSeconds(fields, 'HeartbeatSeconds');
  const retriers = compileRetriers(fields);
  const catchers = compileCatchers(fields);
  const transition = compileTransition(fields);
  return Object.freeze<State>({
    name,
    type: 'Task',
    retriers,
    catchers,
    task: { resource, waitsForToken: resource.endsWith(TOKEN_SUFFIX) },
    enter(environment) {
      const timeoutSeconds = timeout(environment);
      const heartbeatSeconds = heartbeat(environment);
      return {
        verdict: 'call',
        parameters: flow.input(environment),
        ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
        ...(heartbeatSeconds === undefined ? {} : { heartbeatSeconds }),
      };
    },
    leave: (environment, result) => transition(flow.output(environment, result)),
  });
}

/** `TimeoutSeconds` or `TimeoutSecondsPath`, and likewise for the heartbeat. */
function compileSeconds(fields: StateFields, key: string): (environment: Environment) => number | undefined {
  const seconds = fields.optionalNumber(key, 1);
  const text = fields.optionalText(`${key}Path`);
  if (seconds !== undefined && text !== undefined)
    throw fields.fail(`only one of ${key} and ${key}Path may be given`);
  if (text === undefined) return () => seconds;
  const path = fields.compile(() => compilePath(text));
  return (environment) => {
    const value = path.read(environment);
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
    throw new StatesError('States.Runtime', `${key}Path '${text}' must give a positive integer`);
  };
}
