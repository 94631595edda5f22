import type { Environment } from '../language/environment.ts';
import { compileIntrinsic, type Expression } from '../language/intrinsic-function.ts';
import { compilePath } from '../language/path.ts';
import type { State } from '../language/state.ts';
import type { StateFields } from '../language/state-fields.ts';
import { StatesError } from '../language/states-error.ts';

/** Fail: ends this processor with an error (ASL specification, "Fail State"). */
export function fail(name: string, fields: StateFields): State {
  const error = compileText(fields, 'Error');
  const cause = compileText(fields, 'Cause');
  const enter = (environment: Environment) => ({
    verdict: 'failed' as const,
    error: new StatesError(error(environment), cause(environment)),
  });
  return Object.freeze<State>({ name, type: 'Fail', retriers: [], catchers: [], enter, leave: enter });
}

/**
 * `Error` or `ErrorPath`, `Cause` or `CausePath`; the latter is a path or an intrinsic function that returns a string.
 */
function compileText(fields: StateFields, key: string): (environment: Environment) => string {
  const literal = fields.optionalText(key);
  const expressionText = fields.optionalText(`${key}Path`);
  if (literal !== undefined && expressionText !== undefined) {
    throw fields.fail(`only one of ${key} and ${key}Path may be given`);
  }
  if (expressionText === undefined) return () => literal ?? '';
  const expression = fields.compile(() => compileValue(expressionText));
  return (environment) => {
    const value = expression(environment);
    if (typeof value !== 'string') {
      throw new StatesError('States.Runtime', `${key}Path '${expressionText}' does not give a string`);
    }
    return value;
  };
}

function compileValue(text: string): Expression {
  if (text.startsWith('States.')) return compileIntrinsic(text);
  const path = compilePath(text);
  return (environment) => path.read(environment) ?? null;
}
