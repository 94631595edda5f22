import type * as z from 'zod';
import { cutText } from './cut-text.ts';
import { ownValue } from './own-value.ts';
import { splitList } from './split-list.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One problem and its place. */
interface Explanation {
  readonly path: Path;
  readonly sentence: string;
  /** The name of the unknown field, if that is the problem. */
  readonly unknownName?: string;
}

/** Longest part of a refused value that a message repeats. */
const MAX_SHOWN = 60;

/**
 * The problems of `input` per field: its path as callers write it (`orders[0].externalId`; `fallbackName` for
 * the whole input) and a sentence that names the value and the accepted ones. Every invalid field appears
 * once.
 */
export function describeIssues(
  issues: readonly Issue[],
  input: unknown,
  fallbackName: string,
): Readonly<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  for (const { path, sentence } of explainIssues(issues, input)) {
    fields[fieldName(path) || fallbackName] ??= sentence;
  }
  return { ...fields };
}

/** The problems of `input`, issue by issue: the place, and a sentence as in `describeIssues`. */
export function explainIssues(issues: readonly Issue[], input: unknown): readonly Explanation[] {
  return issues.flatMap((issue) => explain(issue, [], input));
}

function explain(issue: Issue, prefix: Path, input: unknown): readonly Explanation[] {
  const path = [...prefix, ...issue.path];
  const value = sentValue(issue, input, path);
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const inside = issue.errors.filter((branch) => branch.some(({ path: deeper }) => deeper.length > 0));
    const [closest] = inside.toSorted((a, b) => a.length - b.length);
    if (closest) return closest.flatMap((nested) => explain(nested, path, input));
    // A branch that took the type and refused the value says why.
    const spoken = issue.errors.find((branch) => branch.length > 0 && branch.every(isCustom));
    if (spoken && ownWords(issue) === undefined)
      return spoken.flatMap((nested) => explain(nested, path, input));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return issue.issues.flatMap((nested) => explain(nested, path, input));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      sentence: 'This field is not known.',
      unknownName: key,
    }));
  }
  return [{ path, sentence: sentenceOf(issue, value) }];
}

function isCustom({ code }: Issue): boolean {
  return code === 'custom';
}

function sentenceOf(issue: Issue, value: unknown): string {
  const own = ownWords(issue);
  if (own !== undefined && (value !== undefined || issue.code === 'custom')) {
    return `${value === undefined ? 'The value' : show(value)} ${own}.`;
  }
  const accepted = inWords(alternatives(issue));
  return value === undefined ? `Required: ${accepted}.` : `${show(value)} is not accepted: ${accepted}.`;
}

/** The schema's own message about a refused value, such as `is not a whole number`; undefined when it has none. */
function ownWords(issue: Issue): string | undefined {
  const saysItself = issue.code === 'invalid_format' || issue.code === 'invalid_union';
  if (issue.code !== 'custom' && !(saysItself && !issue.message.startsWith('Invalid'))) return undefined;
  return issue.message;
}

function inWords(accepted: readonly string[]): string {
  if (accepted.length === 0) return 'see the documentation of this field';
  const last = accepted.at(-1);
  return `expected ${accepted.length === 1 ? last : `${accepted.slice(0, -1).join(', ')} or ${last}`}`;
}

/** What would have been accepted: each as the end of "expected ...". Empty when only the documentation can say. */
function alternatives(issue: Issue): readonly string[] {
  switch (issue.code) {
    case 'invalid_type':
      return ownValue(TYPE_NAMES, issue.expected) ?? [issue.expected];
    case 'invalid_value':
      return [`${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`];
    case 'too_small':
      return [measure(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum)];
    case 'too_big':
      return [measure(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum)];
    case 'not_multiple_of':
      return [`a multiple of ${issue.divisor}`];
    case 'invalid_format':
      // A schema with its own format describes it itself, for the whole value.
      return ownWords(issue) === undefined
        ? [`${ownValue(FORMAT_NAMES, issue.format) ?? issue.format}${patternOf(issue)}`]
        : [];
    case 'invalid_union':
      return 'options' in issue && issue.options
        ? [`one of ${issue.options.map(String).join(', ')}`]
        : [...new Set(issue.errors.flatMap(([first]) => (first ? alternatives(first) : [])))];
    default:
      return [];
  }
}

function patternOf(issue: Issue): string {
  return issue.code === 'invalid_format' && issue.format === 'regex' && issue.pattern
    ? ` ${issue.pattern}`
    : '';
}

const TYPE_NAMES: Readonly<Record<string, readonly string[]>> = {
  string: ['a string'],
  number: ['a number'],
  int: ['a whole number'],
  boolean: ['true', 'false'],
  array: ['an array'],
  object: ['an object'],
  record: ['an object'],
  null: ['null'],
  nonoptional: ['a value'],
};

const FORMAT_NAMES: Readonly<Record<string, string>> = {
  regex: 'text that matches',
  email: 'an e-mail address',
  url: 'a URL',
  uuid: 'a UUID',
  date: 'a date such as 2026-03-05',
  datetime: 'a date and time such as 2026-03-05T01:11:51Z',
  time: 'a time such as 14:30:00',
};

const COUNTED: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' items',
  set: ' items',
  map: ' entries',
};

function measure(origin: string, comparison: string, bound: number | bigint): string {
  const unit = ownValue(COUNTED, origin) ?? '';
  return `${comparison} ${bound}${bound === 1 ? unit.replace(/s$/, '').replace(/ie$/, 'y') : unit}`;
}

/** `orders[0].externalId` from its steps. */
function fieldName(path: Path): string {
  return path.reduce<string>(
    (name, step) =>
      typeof step === 'number' ? `${name}[${step}]` : name === '' ? String(step) : `${name}.${String(step)}`,
    '',
  );
}

/**
 * The value of an issue as it was sent. If fields were renamed on the way in, its path does not find it; then
 * it is the value that the schema got, if the schema was told to report it.
 */
function sentValue(issue: Issue, input: unknown, path: Path): unknown {
  const sent = valueAt(input, path);
  // An unknown kind of object is reported with the object, not with the field that names the kind.
  return sent === undefined && !('discriminator' in issue) ? issue.input : sent;
}

/**
 * The value at a path of the input. A text that was split on the way, such as `?status=valid,bogus`, is still
 * whole in the input.
 */
function valueAt(input: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, step) => {
    if (typeof value === 'string' && typeof step === 'number') return splitList(value)[step];
    return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
      ? Reflect.get(value, step)
      : undefined;
  }, input);
}

/** The sent value, shortened; arrays and objects are only described. */
function show(value: unknown): string {
  if (Array.isArray(value)) return `An array of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  if (typeof value === 'object' && value !== null) return 'An object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length <= MAX_SHOWN ? text : `${cutText(text, MAX_SHOWN)}...`;
}
