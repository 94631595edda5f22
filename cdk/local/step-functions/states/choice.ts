import { compileCondition } from '../language/choice-rule.ts';
import { compileDataFlow } from '../language/data-flow.ts';
import { withInput } from '../language/environment.ts';
import { isObject } from '../language/json.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { StatesError } from '../language/states-error.ts';

/** Choice: goes where the first rule that holds points, else to Default (ASL specification, "Choice State"). */
export function choice(name: string, fields: StateFields): State {
  const flow = compileDataFlow(fields, {});
  const rules = fields.list('Choices').map((rule) => {
    if (!isObject(rule) || typeof rule.Next !== 'string') throw fields.fail('each choice needs a Next');
    return { next: rule.Next, holds: fields.compile(() => compileCondition(rule)) };
  });
  if (rules.length === 0) throw fields.fail('Choices must not be empty');
  const fallback = fields.optionalText('Default');
  return Object.freeze<State>({
    name,
    type: 'Choice',
    retriers: [],
    catchers: [],
    enter(environment) {
      const input = flow.input(environment);
      const inside = withInput(environment, input);
      const next = rules.find((rule) => rule.holds(inside))?.next ?? fallback;
      if (next === undefined) {
        throw new StatesError(
          'States.NoChoiceMatched',
          `No choice of state '${name}' matched and it has no Default`,
        );
      }
      return { verdict: 'run', next, output: flow.output(environment, input) };
    },
    leave: () => {
      throw new Error('a Choice state is never left, because it requests nothing');
    },
  });
}
