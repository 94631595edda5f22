import { compileDataFlow } from '../language/data-flow.ts';
import { compileCatchers, compileRetriers } from '../language/error-handling.ts';
import type { Json } from '../language/json.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { compileTransition } from '../language/transition.ts';

/** Parallel: runs its branches concurrently on the same input (ASL specification, "Parallel State"). */
export function parallel(
  name: string,
  fields: StateFields,
  addProcessor: (where: string, json: Json | undefined) => number,
): State {
  const flow = compileDataFlow(fields, { parameters: true, resultSelector: true, resultPath: true });
  const processors = fields
    .list('Branches')
    .map((branch, index) => addProcessor(`${name}[${index}]`, branch));
  if (processors.length === 0) throw fields.fail('Branches must not be empty');
  const retriers = compileRetriers(fields);
  const catchers = compileCatchers(fields);
  const transition = compileTransition(fields);
  return Object.freeze<State>({
    name,
    type: 'Parallel',
    retriers,
    catchers,
    enter(environment) {
      const input = flow.input(environment);
      return {
        verdict: 'fork',
        branches: processors.map((processor) => ({ processor, input })),
        maxConcurrency: processors.length,
      };
    },
    leave: (environment, result) => transition(flow.output(environment, result)),
  });
}
