import { compileDataFlow } from '../language/data-flow.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';

/** Succeed: ends this processor with its input (ASL specification, "Succeed State"). */
export function succeed(name: string, fields: StateFields): State {
  const flow = compileDataFlow(fields, {});
  const leave: State['leave'] = (environment, result) => ({
    verdict: 'done',
    output: flow.output(environment, result),
  });
  return Object.freeze<State>({
    name,
    type: 'Succeed',
    retriers: [],
    catchers: [],
    enter: (environment) => leave(environment, flow.input(environment)),
    leave,
  });
}
