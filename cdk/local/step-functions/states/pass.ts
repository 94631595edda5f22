import { compileDataFlow } from '../language/data-flow.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { compileTransition } from '../language/transition.ts';

/** Pass: continues with its Result, or its input (ASL specification, "Pass State"). */
export function pass(name: string, fields: StateFields): State {
  const flow = compileDataFlow(fields, { parameters: true, resultPath: true });
  const result = fields.json('Result');
  const transition = compileTransition(fields);
  const leave: State['leave'] = (environment, value) => transition(flow.output(environment, value));
  return Object.freeze<State>({
    name,
    type: 'Pass',
    retriers: [],
    catchers: [],
    enter(environment) {
      const input = flow.input(environment);
      return leave(environment, result === undefined ? input : result);
    },
    leave,
  });
}
