import type { Environment } from './environment.ts';
import { compileIntrinsic, type Expression } from './intrinsic-function.ts';
import { isArray, isObject, type Json } from './json.ts';
import { compilePath } from './path.ts';
import { DefinitionError, StatesError } from './states-error.ts';

/**
 * Compiles a payload template (ASL specification, "Payload Template"): fields whose name ends in `.$` are paths or
 * intrinsic functions, everything else is literal. Throws DefinitionError.
 */
export function compileTemplate(template: Json): Expression {
  if (isArray(template)) {
    const items = template.map(compileTemplate);
    return (environment) => items.map((item) => item(environment));
  }
  if (!isObject(template)) return () => template;
  const fields = Object.entries(template).map(([key, value]): readonly [string, Expression] => {
    if (!key.endsWith('.$')) return [key, compileTemplate(value)];
    if (typeof value !== 'string')
      throw new DefinitionError(`"${key}" must be a string, a path or a function`);
    return [key.slice(0, -2), compileExpression(value, key)];
  });
  return (environment) =>
    Object.fromEntries(fields.map(([key, expression]) => [key, expression(environment)]));
}

/** Compiles the value of a `.$` field. */
function compileExpression(text: string, field: string): Expression {
  if (text.startsWith('States.')) return compileIntrinsic(text);
  const path = compilePath(text);
  return (environment: Environment) => {
    const value = path.read(environment);
    if (value === undefined) {
      throw new StatesError(
        'States.Runtime',
        `The JSONPath '${text}' specified for the field '${field}' could not be found in the input '${JSON.stringify(environment.input)}'`,
      );
    }
    return value;
  };
}
