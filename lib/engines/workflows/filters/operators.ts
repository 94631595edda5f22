import * as z from 'zod';
import { clockOf, instantOfClock, isTimeZone } from '../../../platform/core/zoned-time.ts';
import { type FieldType, fieldTypes } from '../fields/define-field.ts';
import type { Json } from '../json.ts';
import { limits } from '../limits.ts';
import type { Scope } from '../variables/scope.ts';
import { compilePattern } from './compile-pattern.ts';
import { defineOperator, type Operand, type Operator, type Test } from './define-operator.ts';
import { parseDateTime } from './parse-date-time.ts';

const text = z.string().max(limits.message);
const number = z.number();
const scalar = z.union([text, number, z.boolean()]);
const listOf = (item: z.ZodType) => z.array(item).max(limits.operandList);
const pattern = z.string().min(1).describe('A pattern in RE2 syntax, found anywhere in the text');
const dateTime = z.union([
  text.describe('A date or date-time; without a zone it is local time of the condition’s timeZone'),
  z.strictObject({ field: z.string().describe('Another date-time field') }),
]);

/** Units of a duration. Days and weeks are calendar days of the condition's time zone. */
const duration = z.strictObject({
  amount: z.int().min(1).max(limits.rescheduleMinutes),
  unit: z.enum(['minutes', 'hours', 'days', 'weeks']),
});

const VALUES = fieldTypes.filter((type) => type !== 'event');

/** No value is taken: the key is accepted, its schema is not. */
const takesNothing = (types: readonly FieldType[]) =>
  Object.fromEntries(types.map((type) => [type, undefined])) as Operator['operands'];

/**
 * Metadata may contain a value of any type; one of another type is simply another value. A field of ours cannot, so it
 * is an error.
 */
const equal = ({ value: wanted, fieldType }: Operand): Test => {
  const type = typeof wanted;
  return (value) => (fieldType === 'json' || typeof value === type ? value === wanted : undefined);
};

/** As `equal`, for each value of a list; in a field that is a list itself, one item is enough. */
const among = ({ value, fieldType }: Operand): Test => {
  const list = value as readonly Json[];
  const values = new Set(list);
  const types = new Set(list.map((item) => typeof item));
  return (candidate) => {
    if (Array.isArray(candidate) && (fieldType === 'list' || fieldType === 'json')) {
      return candidate.some((item) => values.has(item));
    }
    if (fieldType === 'json') return values.has(candidate);
    if (typeof candidate === 'object') return undefined;
    return list.length === 0 || types.has(typeof candidate) ? values.has(candidate) : undefined;
  };
};

const opposite =
  (test: Test): Test =>
  (value, scope) => {
    const answer = test(value, scope);
    return typeof answer === 'boolean' ? !answer : answer;
  };

const numeric =
  (compare: (value: number, wanted: number) => boolean) =>
  (operand: Operand): Test => {
    const wanted = operand.value as number;
    return (value) => (typeof value === 'number' ? compare(value, wanted) : undefined);
  };

const textual =
  (compare: (value: string, wanted: string) => boolean) =>
  (operand: Operand): Test => {
    const wanted = operand.value as string;
    return (value) => (typeof value === 'string' ? compare(value, wanted) : undefined);
  };

const contains = (operand: Operand): Test => {
  const wanted = operand.value;
  return (value) => {
    if (Array.isArray(value)) return value.includes(wanted);
    return typeof value === 'string' && typeof wanted === 'string' ? value.includes(wanted) : undefined;
  };
};

/** Specification 4.6.9: in a list, every item must match. */
const matches = (operand: Operand): Test | { problem: string } => {
  const compiled = compilePattern(operand.value as string);
  if ('problem' in compiled) return compiled;
  const one = (item: Json): boolean | undefined | string => {
    if (typeof item !== 'string') return undefined;
    if (item.length > limits.patternSubject) {
      return `its text has more than ${limits.patternSubject} characters, the limit for patterns`;
    }
    return compiled.test(item);
  };
  return (value) => {
    if (!Array.isArray(value)) return one(value);
    let all = true;
    for (const item of value) {
      const answer = one(item);
      if (typeof answer !== 'boolean') return answer;
      if (!answer) all = false;
    }
    return all;
  };
};

/** Compares with a fixed instant or with another date-time field, which may be missing as well. */
const dated =
  (compare: (value: number, wanted: number) => boolean) =>
  (operand: Operand): Test | { problem: string } => {
    const other = operand.other;
    if (other !== undefined) {
      return (value, scope) => {
        const left = parseDateTime(value);
        const wanted = other.read(scope);
        if (wanted === undefined || wanted === null) {
          const entity = other.entities[0];
          const absent = entity !== undefined && (scope.context[entity] ?? null) === null;
          return absent ? `${other.path}: this run has no ${entity}` : false;
        }
        const right = parseDateTime(wanted);
        return left === undefined || right === undefined ? undefined : compare(left, right);
      };
    }
    const wanted = parseDateTime(operand.value as Json, operand.timeZone);
    if (wanted === undefined) return { problem: `"${String(operand.value)}" is not a date or date-time.` };
    return (value) => {
      const left = parseDateTime(value);
      return left === undefined ? undefined : compare(left, wanted);
    };
  };

/** Compares with the current time moved by a duration; `direction` is -1 for ago and 1 for ahead. */
const relative =
  (direction: -1 | 1, compare: (value: number, now: number, edge: number) => boolean) =>
  (operand: Operand): Test => {
    const { amount, unit } = operand.value as z.infer<typeof duration>;
    const edge = mover(direction * amount, unit, operand.timeZone ?? 'UTC');
    return (value, scope) => {
      const instant = parseDateTime(value);
      return instant === undefined ? undefined : compare(instant, scope.now, edge(scope));
    };
  };

const MINUTE = 60_000;
const MINUTES_OF = { minutes: 1, hours: 60, days: 24 * 60, weeks: 7 * 24 * 60 };

function mover(amount: number, unit: keyof typeof MINUTES_OF, timeZone: string): (scope: Scope) => number {
  if (timeZone === 'UTC' || unit === 'minutes' || unit === 'hours') {
    return (scope) => scope.now + amount * MINUTES_OF[unit] * MINUTE;
  }
  const days = unit === 'days' ? amount : amount * 7;
  return (scope) => instantOfClock(clockOf(scope.now, timeZone) + days * MINUTES_OF.days * MINUTE, timeZone);
}

/** Every operator (specification 2.7 and 4.6.7 to 4.6.9). */
export const operators: readonly Operator[] = Object.freeze([
  defineOperator({
    key: 'equals',
    title: 'is',
    operands: { text, number, boolean: z.boolean(), json: scalar },
    prepare: equal,
  }),
  defineOperator({
    key: 'not_equals',
    title: 'is not',
    operands: { text, number, boolean: z.boolean(), json: scalar },
    onNothing: true,
    prepare: (operand) => opposite(equal(operand)),
  }),
  defineOperator({
    key: 'greater_than',
    title: 'is greater than',
    operands: { number, json: number },
    prepare: numeric((value, wanted) => value > wanted),
  }),
  defineOperator({
    key: 'greater_than_or_equal_to',
    title: 'is at least',
    operands: { number, json: number },
    prepare: numeric((value, wanted) => value >= wanted),
  }),
  defineOperator({
    key: 'less_than',
    title: 'is less than',
    operands: { number, json: number },
    prepare: numeric((value, wanted) => value < wanted),
  }),
  defineOperator({
    key: 'less_than_or_equal_to',
    title: 'is at most',
    operands: { number, json: number },
    prepare: numeric((value, wanted) => value <= wanted),
  }),
  defineOperator({
    key: 'contains',
    title: 'contains',
    operands: { text, list: scalar, json: scalar },
    prepare: contains,
  }),
  defineOperator({
    key: 'starts_with',
    title: 'starts with',
    operands: { text, json: text },
    prepare: textual((value, wanted) => value.startsWith(wanted)),
  }),
  defineOperator({
    key: 'ends_with',
    title: 'ends with',
    operands: { text, json: text },
    prepare: textual((value, wanted) => value.endsWith(wanted)),
  }),
  defineOperator({
    key: 'in',
    title: 'is one of',
    operands: { text: listOf(text), number: listOf(number), list: listOf(scalar), json: listOf(scalar) },
    prepare: among,
  }),
  defineOperator({
    key: 'not_in',
    title: 'is none of',
    operands: { text: listOf(text), number: listOf(number), list: listOf(scalar), json: listOf(scalar) },
    onNothing: true,
    prepare: (operand) => opposite(among(operand)),
  }),
  defineOperator({
    key: 'matches_regex',
    title: 'matches pattern',
    operands: { text: pattern, list: pattern, json: pattern },
    prepare: matches,
  }),
  defineOperator({
    key: 'not_matches_regex',
    title: 'does not match pattern',
    operands: { text: pattern, list: pattern, json: pattern },
    onNothing: true,
    prepare: (operand) => {
      const test = matches(operand);
      return 'problem' in test ? test : opposite(test);
    },
  }),
  defineOperator({
    key: 'is_set',
    title: 'is set',
    operands: takesNothing(VALUES),
    presence: true,
    prepare: () => () => true,
  }),
  defineOperator({
    key: 'is_missing',
    title: 'is missing',
    operands: takesNothing(VALUES),
    presence: true,
    onNothing: true,
    prepare: () => () => false,
  }),
  defineOperator({
    key: 'has_occurred',
    title: 'has occurred',
    operands: { event: z.string().min(1).max(128) },
    prepare: () => (value) => value === true,
  }),
  defineOperator({
    key: 'has_not_occurred',
    title: 'has not occurred',
    operands: { event: z.string().min(1).max(128) },
    prepare: () => (value) => value === false,
  }),
  defineOperator({
    key: 'before',
    title: 'is before',
    operands: { date_time: dateTime, json: dateTime },
    prepare: dated((value, wanted) => value < wanted),
  }),
  defineOperator({
    key: 'after',
    title: 'is after',
    operands: { date_time: dateTime, json: dateTime },
    prepare: dated((value, wanted) => value > wanted),
  }),
  defineOperator({
    key: 'within_last',
    title: 'is within the last',
    operands: { date_time: duration, json: duration },
    prepare: relative(-1, (value, now, edge) => edge <= value && value <= now),
  }),
  defineOperator({
    key: 'within_next',
    title: 'is within the next',
    operands: { date_time: duration, json: duration },
    prepare: relative(1, (value, now, edge) => now <= value && value <= edge),
  }),
  defineOperator({
    key: 'more_than_ago',
    title: 'is more than … ago',
    operands: { date_time: duration, json: duration },
    prepare: relative(-1, (value, _now, edge) => value < edge),
  }),
  defineOperator({
    key: 'less_than_ago',
    title: 'is less than … ago',
    operands: { date_time: duration, json: duration },
    prepare: relative(-1, (value, now, edge) => edge < value && value <= now),
  }),
]);

const byKey: ReadonlyMap<string, Operator> = new Map(operators.map((operator) => [operator.key, operator]));

/** The operator of that key, or undefined. */
export function findOperator(key: string): Operator | undefined {
  return byKey.get(key);
}

/** Operators that fit a type of field. */
export function operatorsFor(type: FieldType): readonly Operator[] {
  return operators.filter((operator) => Object.hasOwn(operator.operands, type));
}

/** Distinguishes the name of a time zone from a typing error, for conditions that contain one. */
export const timeZoneName = z.string().max(64).refine(isTimeZone, 'is not a time zone');
