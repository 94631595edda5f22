import type { SourceFile } from './read-imports.ts';

/** A table of the module whose keys can be any text. */
const OPEN_TABLE = /^(?:export )?const (\w+): (?:Readonly<)?Record<\s*string,/gm;

/** Comments and texts. */
const NO_CODE = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** A condition `name in object`, in contrast to a loop, a mapped type and `'name' in object`. */
const NAME_IN = /(?:[(!?:]|&&|\|\||=>|return)\s*(\w+ in \w+)\s*[)&|?:;,]/g;

/**
 * Look-ups that find what every object inherits: `TABLE[name]` in a table with arbitrary keys, and `name in object`.
 * Both take `constructor` and `toString` for entries when the name comes from outside.
 */
export function findInheritedLookups(sources: readonly SourceFile[]): readonly string[] {
  return sources.flatMap(({ file, text }) => {
    const code = text.replace(NO_CODE, (found) => (found.startsWith('/') ? '' : "''"));
    const tables = [...text.matchAll(OPEN_TABLE)].map(([, name]) => name);
    const byName = tables.flatMap((name) =>
      [...code.matchAll(new RegExp(`(?<![\\w.])(${name}\\[)(?!')`, 'g'))].map(([, found]) => found),
    );
    const byIn = [...code.matchAll(NAME_IN)].map(([, found]) => found);
    return [...byName, ...byIn].map((found) => `${file}: ${found}`);
  });
}
