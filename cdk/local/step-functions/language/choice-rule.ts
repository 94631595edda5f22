import type { Environment } from './environment.ts';
import { isArray, isObject, type Json, type JsonObject } from './json.ts';
import { compilePath } from './path.ts';
import { DefinitionError, StatesError } from './states-error.ts';
import { parseTimestamp } from './timestamp.ts';

/** Whether a rule of a Choice state holds. Throws StatesError `States.Runtime` when a variable is absent. */
export type Condition = (environment: Environment) => boolean;

type Test = (value: Json, expected: Json) => boolean;

const ORDERINGS: Readonly<Record<string, (order: number) => boolean>> = {
  Equals: (order) => order === 0,
  LessThan: (order) => order < 0,
  LessThanEquals: (order) => order <= 0,
  GreaterThan: (order) => order > 0,
  GreaterThanEquals: (order) => order >= 0,
};

/** Makes a value comparable; a value of another type makes the comparison false, not an error. */
const TYPES: Readonly<Record<string, (value: Json) => string | number | undefined>> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  Numeric: (value) => (typeof value === 'number' ? value : undefined),
  Timestamp: parseTimestamp,
};

const COMPARISONS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ...Object.entries(TYPES).flatMap(([type, comparable]) =>
    Object.entries(ORDERINGS).map(([name, holds]): [string, Test] => [
      `${type}${name}`,
      (value, expected) => {
        const a = comparable(value);
        const b = comparable(expected);
        return a !== undefined && b !== undefined && holds(a < b ? -1 : a > b ? 1 : 0);
      },
    ]),
  ),
  ['BooleanEquals', (value, expected) => typeof value === 'boolean' && value === expected],
]);

/** `Is...` tests on a value that exists. */
const KINDS: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['IsNull', (value: Json) => value === null],
  ['IsString', (value: Json) => typeof value === 'string'],
  ['IsNumeric', (value: Json) => typeof value === 'number'],
  ['IsBoolean', (value: Json) => typeof value === 'boolean'],
  ['IsTimestamp', (value: Json) => parseTimestamp(value) !== undefined],
]);

/** Compiles one rule (ASL specification, "Choice State"). Throws DefinitionError on unknown operators. */
export function compileCondition(rule: JsonObject): Condition {
  const { Next: _next, Comment: _comment, ...rest } = rule;
  const operators = Object.keys(rest).filter((key) => key !== 'Variable');
  const [operator] = operators;
  if (operator === undefined || operators.length > 1) {
    throw new DefinitionError(
      `a choice rule needs exactly one operator, got ${operators.join(', ') || 'none'}`,
    );
  }
  const operand = rest[operator] ?? null;
  if (operator === 'And' || operator === 'Or') {
    if (!isArray(operand) || operand.length === 0)
      throw new DefinitionError(`${operator} needs a list of rules`);
    const conditions = operand.map(compileNested);
    return operator === 'And'
      ? (environment) => conditions.every((holds) => holds(environment))
      : (environment) => conditions.some((holds) => holds(environment));
  }
  if (operator === 'Not') {
    const condition = compileNested(operand);
    return (environment) => !condition(environment);
  }
  if (typeof rest.Variable !== 'string') throw new DefinitionError(`${operator} needs a Variable`);
  return compileTest(operator, operand, rest.Variable);
}

function compileNested(rule: Json): Condition {
  if (!isObject(rule)) throw new DefinitionError('a choice rule must be an object');
  if ('Next' in rule) throw new DefinitionError('only a top-level choice rule has a Next');
  return compileCondition(rule);
}

function compileTest(operator: string, operand: Json, variableText: string): Condition {
  const variable = compilePath(variableText);
  const read = (environment: Environment, path = variable): Json => {
    const value = path.read(environment);
    if (value === undefined) {
      throw new StatesError(
        'States.Runtime',
        `Invalid path '${path.text}': The choice state's condition path references an invalid value.`,
      );
    }
    return value;
  };

  if (operator === 'IsPresent') {
    return (environment) => (variable.read(environment) !== undefined) === operand;
  }
  const isKind = KINDS.get(operator);
  if (isKind !== undefined) return (environment) => isKind(read(environment)) === operand;
  if (operator === 'StringMatches') {
    if (typeof operand !== 'string') throw new DefinitionError('StringMatches needs a string');
    const pattern = wildcard(operand);
    return (environment) => {
      const value = read(environment);
      return typeof value === 'string' && pattern.test(value);
    };
  }
  const comparison = COMPARISONS.get(operator);
  if (comparison !== undefined) return (environment) => comparison(read(environment), operand);
  const byPath = operator.endsWith('Path') ? COMPARISONS.get(operator.slice(0, -4)) : undefined;
  if (byPath === undefined) throw new DefinitionError(`unknown choice operator ${operator}`);
  if (typeof operand !== 'string') throw new DefinitionError(`${operator} needs a path`);
  const expected = compilePath(operand);
  return (environment) => byPath(read(environment), read(environment, expected));
}

/** `*` matches any text; `\*` and `\\` match themselves. */
function wildcard(pattern: string): RegExp {
  const source = pattern.replace(/\\([*\\])|\*|[\\^$.|?+()[\]{}/]/gu, (found, escaped: string | undefined) =>
    escaped !== undefined ? `\\${escaped}` : found === '*' ? '.*' : `\\${found}`,
  );
  return new RegExp(`^${source}$`, 'su');
}
