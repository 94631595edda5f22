import { RE2JS } from 're2js';
import { limits } from '../limits.ts';

/** A pattern in linear time, or why it is refused. `position` is unknown to the engine. */
export type PatternResult = { readonly test: (text: string) => boolean } | { readonly problem: string };

/**
 * Compiles a pattern with re2js, whose time is linear in the text. Constructs that need backtracking (backreferences,
 * lookaround, atomic groups, possessive quantifiers) are refused, and so is a pattern that expands to more than
 * `limits.patternStates`: the expansion is estimated first, because compiling is the slow part.
 */
export function compilePattern(source: string): PatternResult {
  if (source.length > limits.pattern) {
    return { problem: `The pattern has ${source.length} characters; the limit is ${limits.pattern}.` };
  }
  const states = estimateStates(source);
  if (states > limits.patternStates) {
    return {
      problem: `The pattern expands to about ${states} states; the limit is ${limits.patternStates}.`,
    };
  }
  try {
    const pattern = RE2JS.compile(source);
    return { test: (text) => pattern.test(text) };
  } catch (error) {
    return { problem: `The pattern cannot be used: ${reason(source, error)}.` };
  }
}

/** Names a construct that linear time rules out; re2js only calls it invalid. */
function reason(source: string, error: unknown): string {
  if (/\(\?<?[=!]/.test(source)) return 'lookahead and lookbehind need backtracking, which is not linear';
  if (/\(\?>/.test(source)) return 'atomic groups need backtracking, which is not linear';
  if (/\\(?:[1-9]|k<)/.test(source)) return 'backreferences need backtracking, which is not linear';
  return error instanceof Error ? error.message.replace(/^error parsing regexp: /, '') : 'invalid';
}

/**
 * Upper estimate of the states to which a pattern expands: each character counts 1, a counted repetition multiplies
 * what precedes it. Stops counting beyond ten times the limit.
 */
function estimateStates(source: string): number {
  const enough = limits.patternStates * 10;
  /** States of each open group, and of the atom before the present position in it. */
  const groups: { total: number; atom: number }[] = [{ total: 0, atom: 0 }];
  let index = 0;
  const put = (states: number) => {
    const group = groups.at(-1)!;
    group.total += group.atom;
    group.atom = Math.min(states, enough);
  };
  while (index < source.length) {
    const char = source[index]!;
    if (char === '\\') {
      put(1);
      index += 2;
    } else if (char === '[') {
      put(1);
      index = endOfClass(source, index);
    } else if (char === '(') {
      groups.push({ total: 0, atom: 0 });
      index += 1;
    } else if (char === ')' && groups.length > 1) {
      const group = groups.pop()!;
      put(group.total + group.atom + 2);
      index += 1;
    } else if (char === '{') {
      const count = /^\{(\d{1,4})(?:,(\d{0,4}))?\}/.exec(source.slice(index, index + 12));
      const group = groups.at(-1)!;
      if (count === null) put(1);
      else {
        const most = Math.max(Number(count[1]) + 1, Number(count[2] || 0), 1);
        group.atom = Math.min(group.atom * most, enough);
      }
      index += count?.[0].length ?? 1;
    } else {
      put(1);
      index += 1;
    }
    if (groups.at(-1)!.total > enough) return enough;
  }
  return groups.reduce((sum, group) => sum + group.total + group.atom, 0);
}

function endOfClass(source: string, start: number): number {
  // A bracket that comes first, also after a negation, is a member of the class.
  let index = start + (source[start + 1] === '^' ? 2 : 1);
  if (source[index] === ']') index += 1;
  while (index < source.length && source[index] !== ']') index += source[index] === '\\' ? 2 : 1;
  return index + 1;
}
