import { createHash } from 'node:crypto';
import type { Environment } from './environment.ts';
import { isArray, isObject, type Json, parseJson, sameJson } from './json.ts';
import { compilePath } from './path.ts';
import { DefinitionError, StatesError } from './states-error.ts';

/** Evaluates to a value; throws StatesError `States.IntrinsicFailure` when the arguments do not fit. */
export type Expression = (environment: Environment) => Json;

type Intrinsic = {
  /** Fewest and most arguments. */
  readonly takes: readonly [number, number];
  run(args: readonly Json[], environment: Environment): Json;
};

const MAX_RANGE = 1_000;
const HASHES = new Map([
  ['MD5', 'md5'],
  ['SHA-1', 'sha1'],
  ['SHA-256', 'sha256'],
  ['SHA-384', 'sha384'],
  ['SHA-512', 'sha512'],
]);

/** All intrinsic functions of the Step Functions guide, "Intrinsic functions". */
const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  'States.Format': {
    takes: [1, Number.POSITIVE_INFINITY],
    run([template, ...values]) {
      let used = 0;
      const text = asText(template).replace(/\\(.)|\{\}/gsu, (_, escaped: string | undefined) => {
        if (escaped !== undefined) return escaped;
        const value = values[used];
        used += 1;
        if (value === undefined) throw failure('States.Format has more {} than arguments');
        return typeof value === 'string' ? value : JSON.stringify(value);
      });
      if (used !== values.length) throw failure('States.Format has more arguments than {}');
      return text;
    },
  },
  'States.StringToJson': {
    takes: [1, 1],
    run([text]) {
      try {
        return parseJson(asText(text));
      } catch (error) {
        throw error instanceof StatesError ? error : failure(`States.StringToJson: not JSON: ${text}`);
      }
    },
  },
  'States.JsonToString': { takes: [1, 1], run: ([value]) => JSON.stringify(value) },
  'States.Array': { takes: [0, Number.POSITIVE_INFINITY], run: (args) => [...args] },
  'States.ArrayPartition': {
    takes: [2, 2],
    run([list, size]) {
      const items = asArray(list);
      const each = asInteger(size);
      if (each < 1) throw failure('States.ArrayPartition needs a size of at least 1');
      return Array.from({ length: Math.ceil(items.length / each) }, (_, index) =>
        items.slice(index * each, (index + 1) * each),
      );
    },
  },
  'States.ArrayContains': {
    takes: [2, 2],
    run: ([list, value]) => asArray(list).some((item) => sameJson(item, value ?? null)),
  },
  'States.ArrayRange': {
    takes: [3, 3],
    run(args) {
      const [first = 0, last = 0, step = 0] = args.map(asInteger);
      if (step === 0) throw failure('States.ArrayRange needs a step other than 0');
      const length = Math.max(0, Math.floor((last - first) / step) + 1);
      if (length > MAX_RANGE) throw failure(`States.ArrayRange gives more than ${MAX_RANGE} items`);
      return Array.from({ length }, (_, index) => first + index * step);
    },
  },
  'States.ArrayGetItem': {
    takes: [2, 2],
    run([list, index]) {
      const item = asArray(list)[asInteger(index)];
      if (item === undefined) throw failure(`States.ArrayGetItem: no item ${index}`);
      return item;
    },
  },
  'States.ArrayLength': { takes: [1, 1], run: ([list]) => asArray(list).length },
  'States.ArrayUnique': {
    takes: [1, 1],
    run: ([list]) =>
      asArray(list).filter((item, index, all) => all.findIndex((other) => sameJson(item, other)) === index),
  },
  'States.Base64Encode': {
    takes: [1, 1],
    run: ([text]) => Buffer.from(asText(text)).toString('base64'),
  },
  'States.Base64Decode': {
    takes: [1, 1],
    run: ([text]) => Buffer.from(asText(text), 'base64').toString(),
  },
  'States.Hash': {
    takes: [2, 2],
    run([value, algorithm]) {
      const name = HASHES.get(asText(algorithm));
      if (name === undefined) throw failure(`States.Hash: unknown algorithm ${algorithm}`);
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return createHash(name).update(text).digest('hex');
    },
  },
  'States.JsonMerge': {
    takes: [3, 3],
    run([first, second, deep]) {
      if (!isObject(first) || !isObject(second)) throw failure('States.JsonMerge needs two objects');
      if (deep !== false)
        throw failure('States.JsonMerge only merges shallowly: the third argument is false');
      return { ...first, ...second };
    },
  },
  'States.MathRandom': {
    takes: [2, 3],
    run(args, environment) {
      const [from = 0, to = 0] = args.map(asInteger);
      if (to <= from) throw failure('States.MathRandom needs a second number above the first');
      const seed = args[2];
      const fraction = seed === undefined ? environment.random.fraction() : seededFraction(asInteger(seed));
      return from + Math.floor(fraction * (to - from));
    },
  },
  'States.MathAdd': {
    takes: [2, 2],
    run: (args) => args.map(asInteger).reduce((sum, value) => sum + value, 0),
  },
  'States.StringSplit': {
    takes: [2, 2],
    run([text, delimiters]) {
      const splitters = new Set(asText(delimiters));
      const parts = [''];
      for (const character of asText(text)) {
        if (splitters.has(character)) parts.push('');
        else parts[parts.length - 1] += character;
      }
      return parts.filter((part) => part !== '');
    },
  },
  'States.UUID': { takes: [0, 0], run: (_, environment) => environment.random.uuid() },
};

/** Compiles `States.Name(...)` with nested calls. Throws DefinitionError. */
export function compileIntrinsic(text: string): Expression {
  const [expression, end] = parseCall(text, 0);
  if (text.slice(end).trim() !== '') throw new DefinitionError(`"${text}": text after the closing bracket`);
  return expression;
}

function parseCall(text: string, start: number): readonly [Expression, number] {
  const name = /States\.\w+/y;
  name.lastIndex = start;
  const found = name.exec(text)?.[0];
  const intrinsic = found === undefined ? undefined : INTRINSICS[found];
  if (found === undefined || intrinsic === undefined) {
    throw new DefinitionError(`"${text}": unknown intrinsic function ${found ?? text.slice(start)}`);
  }
  let at = skipSpace(text, start + found.length);
  if (text[at] !== '(') throw new DefinitionError(`"${text}": "(" is missing after ${found}`);
  at = skipSpace(text, at + 1);
  const args: Expression[] = [];
  while (text[at] !== ')') {
    if (args.length > 0) {
      if (text[at] !== ',') throw new DefinitionError(`"${text}": "," or ")" is missing at position ${at}`);
      at = skipSpace(text, at + 1);
    }
    const [argument, end] = parseArgument(text, at);
    args.push(argument);
    at = skipSpace(text, end);
  }
  const [least, most] = intrinsic.takes;
  if (args.length < least || args.length > most) {
    throw new DefinitionError(`"${text}": ${found} does not take ${args.length} arguments`);
  }
  return [
    (environment) =>
      intrinsic.run(
        args.map((argument) => argument(environment)),
        environment,
      ),
    at + 1,
  ];
}

const LITERAL = /(?:true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?=\s*[,)])/y;

function parseArgument(text: string, start: number): readonly [Expression, number] {
  if (text[start] === "'") return parseText(text, start);
  if (text[start] === '$') {
    const end = endOfPath(text, start);
    const path = compilePath(text.slice(start, end).trim());
    return [
      (environment) => {
        const value = path.read(environment);
        if (value === undefined) throw failure(`${text}: no value at ${path.text}`);
        return value;
      },
      end,
    ];
  }
  LITERAL.lastIndex = start;
  const literal = LITERAL.exec(text)?.[0];
  if (literal === undefined) return parseCall(text, start);
  const value = parseJson(literal);
  return [() => value, start + literal.length];
}

/** Keeps `\{` and `\}` escaped, because Format resolves them; `\'` and `\\` are resolved here when not in Format. */
function parseText(text: string, start: number): readonly [Expression, number] {
  const quoted = /'((?:[^'\\]|\\.)*)'/suy;
  quoted.lastIndex = start;
  const found = quoted.exec(text);
  if (found === null) throw new DefinitionError(`"${text}": a quote is not closed`);
  const isTemplate = /States\.Format\(\s*$/.test(text.slice(0, start));
  const raw = found[1] ?? '';
  const value = isTemplate ? raw : raw.replace(/\\(.)/gsu, '$1');
  return [() => value, start + found[0].length];
}

function endOfPath(text: string, start: number): number {
  let quote = '';
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (depth > 0 && (character === "'" || character === '"')) quote = character;
    else if (character === '[') depth += 1;
    else if (character === ']') depth -= 1;
    else if (depth === 0 && (character === ',' || character === ')')) return at;
  }
  throw new DefinitionError(`"${text}": ")" is missing`);
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\t') at += 1;
  return at;
}

function failure(why: string): StatesError {
  return new StatesError('States.IntrinsicFailure', why);
}

function asText(value: Json | undefined): string {
  if (typeof value !== 'string') throw failure(`a string is needed, got ${JSON.stringify(value)}`);
  return value;
}

function asInteger(value: Json | undefined): number {
  if (typeof value !== 'number') throw failure(`a number is needed, got ${JSON.stringify(value)}`);
  return Math.round(value);
}

function asArray(value: Json | undefined): readonly Json[] {
  if (!isArray(value)) throw failure(`an array is needed, got ${JSON.stringify(value)}`);
  return value;
}

/** One step of the mulberry32 generator: the same seed gives the same number, as documented. */
function seededFraction(seed: number): number {
  let state = (seed + 0x6d2b79f5) | 0;
  state = Math.imul(state ^ (state >>> 15), state | 1);
  state ^= state + Math.imul(state ^ (state >>> 7), state | 61);
  return ((state ^ (state >>> 14)) >>> 0) / 4_294_967_296;
}
