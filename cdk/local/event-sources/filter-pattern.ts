import { isRecord } from '../aws-json.ts';

/** True for an event that a mapping's filters let through. */
export type EventFilter = (event: unknown) => boolean;

/** A test of one value of the event; `undefined` is an absent one. */
type Matcher = (value: unknown) => boolean;

/**
 * Compiles the patterns of a mapping's FilterCriteria: an event passes when any of them matches.
 * Supported: equality, prefix, suffix, equals-ignore-case, exists, anything-but (values or prefix), numeric, $or.
 * Throws for any other operator, naming it.
 */
export function compileFilters(patterns: readonly string[]): EventFilter {
  if (patterns.length === 0) return () => true;
  const compiled = patterns.map((pattern) => {
    const parsed: unknown = JSON.parse(pattern);
    if (!isRecord(parsed)) throw new Error(`the filter pattern ${pattern} is not an object`);
    return compilePattern(parsed);
  });
  return (event) => compiled.some((matches) => matches(event));
}

function compilePattern(pattern: Readonly<Record<string, unknown>>): Matcher {
  const parts = Object.entries(pattern).map(([key, inner]): Matcher => {
    if (key === '$or') {
      if (!Array.isArray(inner) || !inner.every(isRecord)) throw new Error('$or needs a list of patterns');
      const choices = inner.map(compilePattern);
      return (event) => choices.some((matches) => matches(event));
    }
    const matches = Array.isArray(inner)
      ? compileValues(inner)
      : isRecord(inner)
        ? compilePattern(inner)
        : refuse(`a filter's value for "${key}" must be a list or an object`);
    return (event) => matches(isRecord(event) ? event[key] : undefined);
  });
  return (event) => parts.every((matches) => matches(event));
}

function compileValues(values: readonly unknown[]): Matcher {
  const matchers = values.map(compileValue);
  return (value) => {
    // A list in the event matches if one of its members does.
    const candidates = Array.isArray(value) && value.length > 0 ? value : [value];
    return candidates.some((candidate) => matchers.some((matches) => matches(candidate)));
  };
}

function compileValue(expected: unknown): Matcher {
  if (!isRecord(expected)) return (value) => value === expected;
  const [[operator, operand] = [], ...others] = Object.entries(expected);
  if (operator === undefined || others.length > 0) return refuse('a filter needs one operator per value');
  switch (operator) {
    case 'prefix':
      return text(operator, operand, (value, wanted) => value.startsWith(wanted));
    case 'suffix':
      return text(operator, operand, (value, wanted) => value.endsWith(wanted));
    case 'equals-ignore-case':
      return text(operator, operand, (value, wanted) => value.toLowerCase() === wanted.toLowerCase());
    case 'exists':
      return (value) => (value !== undefined) === (operand === true);
    case 'anything-but': {
      const excluded = isRecord(operand)
        ? compileValue(operand)
        : compileValues(Array.isArray(operand) ? operand : [operand]);
      return (value) => value !== undefined && !excluded(value);
    }
    case 'numeric':
      return compileNumeric(operand);
    default:
      return refuse(`the filter operator "${operator}" is not supported by the local cloud`);
  }
}

function text(operator: string, operand: unknown, test: (value: string, wanted: string) => boolean): Matcher {
  if (typeof operand !== 'string') return refuse(`the filter operator "${operator}" needs a text`);
  return (value) => typeof value === 'string' && test(value, operand);
}

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '=': (value, bound) => value === bound,
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
};

function compileNumeric(operand: unknown): Matcher {
  if (!Array.isArray(operand) || operand.length === 0 || operand.length % 2 !== 0) {
    return refuse('the filter operator "numeric" needs pairs of comparison and number');
  }
  const tests: { compare: (value: number, bound: number) => boolean; bound: number }[] = [];
  for (let index = 0; index < operand.length; index += 2) {
    const compare = COMPARISONS[String(operand[index])];
    const bound: unknown = operand[index + 1];
    if (!compare || typeof bound !== 'number') {
      return refuse('the filter operator "numeric" needs pairs of comparison and number');
    }
    tests.push({ compare, bound });
  }
  return (value) => typeof value === 'number' && tests.every(({ compare, bound }) => compare(value, bound));
}

function refuse(message: string): never {
  throw new Error(message);
}
