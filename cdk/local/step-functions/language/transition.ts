import type { Json } from './json.ts';
import type { Verdict } from './state.ts';
import type { StateFields } from './state-fields.ts';

/** Reads Next or End, of which exactly one must be present. Throws DefinitionError. */
export function compileTransition(fields: StateFields): (output: Json) => Verdict {
  const next = fields.optionalText('Next');
  const end = fields.json('End') === true;
  if ((next === undefined) === !end) throw fields.fail('exactly one of Next and End must be given');
  return next === undefined
    ? (output) => ({ verdict: 'done', output })
    : (output) => ({ verdict: 'run', next, output });
}
