import { invalid } from './errors.ts';
import { type Attributes, compareKeys, isPlainObject, sameAttribute, sizeOfItem, typeOf } from './values.ts';

/** Names and values that an expression refers to. */
export interface Placeholders {
  readonly names: Readonly<Record<string, string>> | undefined;
  readonly values: Readonly<Record<string, unknown>> | undefined;
}

/** A condition in its written form, which can be evaluated on items. */
export type Test = (item: Readonly<Attributes> | undefined, placeholders: Placeholders) => boolean;

/** A value that an expression refers to: of the item, of a placeholder, or computed. */
type Operand = (item: Readonly<Attributes> | undefined, placeholders: Placeholders) => unknown;

/** A change of one attribute by an update expression. */
export type Update = (
  item: Attributes,
  before: Readonly<Attributes> | undefined,
  placeholders: Placeholders,
) => void;

const TOKEN = /\s*(:[A-Za-z0-9_]+|#[A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*|\d+|<=|>=|<>|[=<>(),.+\-[\]])/y;

const conditions = new Map<string, Test>();
const updates = new Map<string, readonly Update[]>();

/** A condition or filter expression, compiled once. */
export function condition(text: string): Test {
  let known = conditions.get(text);
  if (!known) {
    const reader = new Reader(text);
    known = reader.either();
    reader.end();
    conditions.set(text, known);
  }
  return known;
}

/** An update expression, compiled once. */
export function update(text: string): readonly Update[] {
  let known = updates.get(text);
  if (!known) {
    known = new Reader(text).clauses();
    updates.set(text, known);
  }
  return known;
}

/** Reads an expression from left to right. */
class Reader {
  readonly #text: string;
  readonly #tokens: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#text = text;
    this.#tokens = tokensOf(text);
  }

  either(): Test {
    const tests = [this.#both()];
    while (this.#takeWord('OR')) tests.push(this.#both());
    return tests.length === 1 ? tests[0]! : (item, by) => tests.some((test) => test(item, by));
  }

  end(): void {
    if (this.#next < this.#tokens.length) throw this.#fault();
  }

  clauses(): readonly Update[] {
    const changes: Update[] = [];
    while (this.#next < this.#tokens.length) {
      const word = this.#take().toUpperCase();
      do {
        changes.push(this.#change(word));
      } while (this.#takeIf(','));
    }
    return changes;
  }

  #change(word: string): Update {
    const path = this.#path();
    if (word === 'REMOVE') return (item, _, by) => removeAt(item, path(by));
    if (word === 'SET') {
      this.#must('=');
      const value = this.#sum();
      return (item, before, by) => setAt(item, path(by), value(before, by));
    }
    if (word === 'ADD') {
      const value = this.#operand();
      return (item, before, by) => setAt(item, path(by), added(valueAt(before, path(by)), value(before, by)));
    }
    throw this.#fault();
  }

  #sum(): Operand {
    let left = this.#operand();
    for (;;) {
      const sign = this.#takeIf('+') ? 1 : this.#takeIf('-') ? -1 : 0;
      if (sign === 0) return left;
      const one = left;
      const other = this.#operand();
      left = (item, by) => numberOf(one(item, by)) + sign * numberOf(other(item, by));
    }
  }

  #both(): Test {
    const tests = [this.#not()];
    while (this.#takeWord('AND')) tests.push(this.#not());
    return tests.length === 1 ? tests[0]! : (item, by) => tests.every((test) => test(item, by));
  }

  #not(): Test {
    if (this.#takeWord('NOT')) {
      const test = this.#not();
      return (item, by) => !test(item, by);
    }
    if (this.#takeIf('(')) {
      const test = this.either();
      this.#must(')');
      return test;
    }
    return this.#function() ?? this.#comparison();
  }

  #function(): Test | undefined {
    const name = this.#tokens[this.#next]?.toLowerCase() ?? '';
    if (this.#tokens[this.#next + 1] !== '(' || name === 'size') return undefined;
    const test = FUNCTIONS[name];
    if (!test) throw this.#fault();
    this.#next += 2;
    const operands = [this.#operand()];
    while (this.#takeIf(',')) operands.push(this.#operand());
    this.#must(')');
    return (item, by) => test(operands.map((operand) => operand(item, by)));
  }

  #comparison(): Test {
    const left = this.#operand();
    if (this.#takeWord('BETWEEN')) {
      const low = this.#operand();
      if (!this.#takeWord('AND')) throw this.#fault();
      const high = this.#operand();
      return (item, by) => {
        const value = left(item, by);
        return compares(value, '>=', low(item, by)) && compares(value, '<=', high(item, by));
      };
    }
    if (this.#takeWord('IN')) {
      this.#must('(');
      const members = [this.#operand()];
      while (this.#takeIf(',')) members.push(this.#operand());
      this.#must(')');
      return (item, by) => members.some((member) => compares(left(item, by), '=', member(item, by)));
    }
    const sign = this.#take();
    const right = this.#operand();
    return (item, by) => compares(left(item, by), sign, right(item, by));
  }

  #operand(): Operand {
    const token = this.#tokens[this.#next] ?? '';
    if (token.startsWith(':')) {
      this.#next += 1;
      return (_, { values }) => {
        if (values === undefined || !(token in values)) {
          throw invalid(`An expression attribute value used in expression is not defined: ${token}`);
        }
        return values[token];
      };
    }
    if (this.#tokens[this.#next + 1] === '(') return this.#computed(token);
    const path = this.#path();
    return (item, by) => valueAt(item, path(by));
  }

  #computed(name: string): Operand {
    this.#next += 2;
    const first = this.#operand();
    const second = this.#takeIf(',') ? this.#operand() : undefined;
    this.#must(')');
    switch (name) {
      case 'size':
        return (item, by) => sizeOf(first(item, by));
      case 'if_not_exists':
        return (item, by) => first(item, by) ?? second?.(item, by);
      case 'list_append':
        return (item, by) => [...listOf(first(item, by)), ...listOf(second?.(item, by))];
      default:
        throw this.#fault();
    }
  }

  #path(): (by: Placeholders) => readonly (string | number)[] {
    const parts: (string | number)[] = [this.#take()];
    for (;;) {
      if (this.#takeIf('.')) parts.push(this.#take());
      else if (this.#takeIf('[')) {
        parts.push(Number(this.#take()));
        this.#must(']');
      } else break;
    }
    return ({ names }) =>
      parts.map((part) => {
        if (typeof part === 'number' || !part.startsWith('#')) return part;
        const name = names?.[part];
        if (name === undefined) {
          throw invalid(`An expression attribute name used in the document path is not defined: ${part}`);
        }
        return name;
      });
  }

  #take(): string {
    const token = this.#tokens[this.#next];
    if (token === undefined) throw this.#fault();
    this.#next += 1;
    return token;
  }

  #takeIf(token: string): boolean {
    if (this.#tokens[this.#next] !== token) return false;
    this.#next += 1;
    return true;
  }

  #takeWord(word: string): boolean {
    if (this.#tokens[this.#next]?.toUpperCase() !== word) return false;
    this.#next += 1;
    return true;
  }

  #must(token: string): void {
    if (!this.#takeIf(token)) throw this.#fault();
  }

  #fault() {
    return invalid(
      `Invalid expression: syntax error at "${this.#tokens[this.#next] ?? ''}" of "${this.#text}"`,
    );
  }
}

const FUNCTIONS: Readonly<Record<string, (operands: readonly unknown[]) => boolean>> = {
  attribute_exists: ([value]) => value !== undefined,
  attribute_not_exists: ([value]) => value === undefined,
  attribute_type: ([value, type]) => value !== undefined && typeOf(value) === type,
  begins_with: ([value, prefix]) =>
    typeof value === 'string' && typeof prefix === 'string' && value.startsWith(prefix),
  contains: ([value, part]) => {
    if (typeof value === 'string') return typeof part === 'string' && value.includes(part);
    if (Array.isArray(value)) return value.some((one) => sameAttribute(one, part));
    return value instanceof Set && value.has(part);
  },
};

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = text.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) throw invalid(`Invalid expression: syntax error in "${text}" at ${at}`);
    tokens.push(match[1]!);
  }
  return tokens;
}

/** Values of other types have no order, and only `<>` is true for them. */
function compares(left: unknown, sign: string, right: unknown): boolean {
  if (left === undefined || right === undefined) return sign === '<>' && left !== right;
  if (sign === '=') return sameAttribute(left, right);
  if (sign === '<>') return !sameAttribute(left, right);
  const order =
    typeof left === 'number' && typeof right === 'number'
      ? left - right
      : typeof left === 'string' && typeof right === 'string'
        ? compareKeys(left, right)
        : undefined;
  if (order === undefined) return false;
  if (sign === '<') return order < 0;
  if (sign === '<=') return order <= 0;
  return sign === '>' ? order > 0 : order >= 0;
}

function valueAt(item: Readonly<Attributes> | undefined, path: readonly (string | number)[]): unknown {
  let value: unknown = item;
  for (const part of path) {
    if (typeof part === 'number' ? !Array.isArray(value) : !isPlainObject(value)) return undefined;
    value = (value as Record<string | number, unknown>)[part];
  }
  return value;
}

/** The map or list that contains the last part of a path. */
function holderOf(item: Attributes, path: readonly (string | number)[]): Record<string | number, unknown> {
  const holder = valueAt(item, path.slice(0, -1));
  if (!isPlainObject(holder) && !Array.isArray(holder)) {
    throw invalid('The document path provided in the update expression is invalid for update');
  }
  return holder as Record<string | number, unknown>;
}

function setAt(item: Attributes, path: readonly (string | number)[], value: unknown): void {
  if (value === undefined) {
    throw invalid('The provided expression refers to an attribute that does not exist in the item');
  }
  holderOf(item, path)[path.at(-1)!] = value;
}

function removeAt(item: Attributes, path: readonly (string | number)[]): void {
  const holder = valueAt(item, path.slice(0, -1));
  const last = path.at(-1)!;
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else if (isPlainObject(holder)) delete holder[last];
}

function added(before: unknown, more: unknown): unknown {
  if (more instanceof Set) return new Set([...(before instanceof Set ? before : []), ...more]);
  return numberOf(before ?? 0) + numberOf(more);
}

function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  throw invalid('An operand in the update expression has an incorrect data type');
}

function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw invalid('An operand in the update expression has an incorrect data type');
}

function sizeOf(value: unknown): number | undefined {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (Array.isArray(value)) return value.length;
  if (value instanceof Set) return value.size;
  if (value instanceof Uint8Array) return value.byteLength;
  return isPlainObject(value)
    ? Object.keys(value).length
    : value === undefined
      ? undefined
      : sizeOfItem({ value });
}
