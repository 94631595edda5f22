import type { Environment } from './environment.ts';
import { isArray, isObject, type Json } from './json.ts';
import { DefinitionError } from './states-error.ts';

/** A compiled JSONPath of the Amazon States Language: `$` reads the input, `$$` the context object. */
export interface Path {
  readonly text: string;
  /** The value, or undefined when there is none. Paths with wildcards return the list of their matches. */
  read(environment: Environment): Json | undefined;
}

/** A compiled reference path: exactly one place, by names and indices (ASL specification, "Reference Paths"). */
export interface ReferencePath {
  readonly text: string;
  readonly steps: readonly (string | number)[];
}

type Step =
  | { readonly kind: 'names'; readonly names: readonly string[] }
  | { readonly kind: 'indices'; readonly indices: readonly number[] }
  | { readonly kind: 'slice'; readonly from?: number; readonly to?: number; readonly by: number }
  | { readonly kind: 'all' }
  | { readonly kind: 'descend' };

const NAME = /[\p{L}\p{N}_$-]+/uy;
const QUOTED = /\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*/uy;

/** Throws DefinitionError when `text` is not a path, or uses filters or scripts. */
export function compilePath(text: string): Path {
  const fromContext = text.startsWith('$$');
  const steps = parseSteps(text, fromContext ? 2 : 1);
  const single = steps.every(isSingle);
  return Object.freeze({
    text,
    read(environment: Environment) {
      let found: Json[] = [fromContext ? environment.context : environment.input];
      for (const step of steps) found = found.flatMap((value) => apply(step, value));
      return single ? found[0] : found;
    },
  });
}

/** Throws DefinitionError when `text` may name more than one place, or one in the context object. */
export function compileReferencePath(text: string): ReferencePath {
  if (text.startsWith('$$')) throw new DefinitionError(`"${text}": the context object cannot be written`);
  const steps = parseSteps(text, 1).map((step) => {
    if (step.kind === 'names' && step.names.length === 1) return step.names[0]!;
    if (step.kind === 'indices' && step.indices.length === 1 && step.indices[0]! >= 0)
      return step.indices[0]!;
    throw new DefinitionError(`"${text}" is not a reference path: it may match more than one place`);
  });
  return Object.freeze({ text, steps: Object.freeze(steps) });
}

function isSingle(step: Step): boolean {
  return (
    (step.kind === 'names' && step.names.length === 1) ||
    (step.kind === 'indices' && step.indices.length === 1)
  );
}

function parseSteps(text: string, start: number): readonly Step[] {
  const fail = (why: string) => new DefinitionError(`"${text}" is not a supported JSONPath: ${why}`);
  if (!text.startsWith('$')) throw fail('it must start with $');
  const steps: Step[] = [];
  let at = start;
  while (at < text.length) {
    if (text[at] === '.') {
      at += 1;
      if (text[at] === '.') {
        steps.push({ kind: 'descend' });
        at += 1;
        if (text[at] === '[') continue;
      }
      if (text[at] === '*') {
        steps.push({ kind: 'all' });
        at += 1;
        continue;
      }
      NAME.lastIndex = at;
      const name = NAME.exec(text)?.[0];
      if (name === undefined) throw fail(`a name is missing at position ${at}`);
      steps.push({ kind: 'names', names: [name] });
      at += name.length;
    } else if (text[at] === '[') {
      const [step, end] = parseBracket(text, at + 1, fail);
      steps.push(step);
      at = end;
    } else throw fail(`"${text[at]}" at position ${at}`);
  }
  return steps;
}

function parseBracket(text: string, start: number, fail: (why: string) => Error): readonly [Step, number] {
  if (text[start] === '?' || text[start] === '(') throw fail('filters and scripts are not run here');
  const names: string[] = [];
  let at = start;
  for (;;) {
    QUOTED.lastIndex = at;
    const quoted = QUOTED.exec(text);
    if (quoted === null) break;
    names.push((quoted[1] ?? quoted[2] ?? '').replace(/\\(.)/gu, '$1'));
    at += quoted[0].length;
    if (text[at] === ']') return [{ kind: 'names', names }, at + 1];
    if (text[at] !== ',') throw fail(`"," or "]" is missing at position ${at}`);
    at += 1;
  }
  const end = text.indexOf(']', start);
  if (end < 0 || names.length > 0) throw fail('a bracket is not closed');
  const inside = text.slice(start, end).trim();
  if (inside === '*') return [{ kind: 'all' }, end + 1];
  if (/^-?\d+(\s*,\s*-?\d+)*$/.test(inside)) {
    return [{ kind: 'indices', indices: inside.split(',').map(Number) }, end + 1];
  }
  const slice = /^(-?\d+)?\s*:\s*(-?\d+)?\s*(?::\s*(\d+))?$/.exec(inside);
  if (slice === null || slice[3] === '0') throw fail(`"[${inside}]"`);
  const [, from, to, by] = slice;
  return [
    {
      kind: 'slice',
      by: by === undefined ? 1 : Number(by),
      ...(from === undefined ? {} : { from: Number(from) }),
      ...(to === undefined ? {} : { to: Number(to) }),
    },
    end + 1,
  ];
}

function apply(step: Step, value: Json): readonly Json[] {
  switch (step.kind) {
    case 'names':
      return isObject(value)
        ? step.names.flatMap((name) => (Object.hasOwn(value, name) ? [value[name] ?? null] : []))
        : [];
    case 'indices':
      return isArray(value)
        ? step.indices.flatMap((index) => {
            const item = value.at(index);
            return item === undefined ? [] : [item];
          })
        : [];
    case 'slice':
      return isArray(value)
        ? value.slice(step.from, step.to).filter((_, index) => index % step.by === 0)
        : [];
    case 'all':
      return isArray(value) ? value : isObject(value) ? Object.values(value) : [];
    case 'descend':
      return [value, ...apply({ kind: 'all' }, value).flatMap((child) => apply(step, child))];
  }
}
