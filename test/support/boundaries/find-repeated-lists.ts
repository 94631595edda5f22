import { parseSync } from 'vite';
import type { SourceFile } from './read-imports.ts';

/** A node of the parser's tree. */
type Node = Record<string, unknown> & { readonly type: string };

/** Shorter lists are equal by coincidence. */
const FEWEST = 3;

/**
 * Lists of words that are written out in more than one file, in any order, each with its files: values of a field that
 * belong in one place. Names of fields, as in `Pick<Job, 'id' | 'status' | 'createdAt'>`, do not count.
 */
export function findRepeatedLists(sources: readonly SourceFile[]): readonly string[] {
  const filesOf = new Map<string, Set<string>>();
  for (const { file, text } of sources) {
    for (const words of listsIn(parseSync(file, text).program)) {
      if (words.length < FEWEST) continue;
      const list = [...words].sort().join(' | ');
      filesOf.set(list, (filesOf.get(list) ?? new Set()).add(file));
    }
  }
  return [...filesOf]
    .filter(([, files]) => files.size > 1)
    .map(([list, files]) => `${list}: ${[...files].sort().join(', ')}`)
    .sort();
}

function listsIn(value: unknown): readonly (readonly string[])[] {
  if (Array.isArray(value)) return value.flatMap(listsIn);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  if (node.type === 'TSTypeParameterInstantiation') return [];
  const words = wordsOf(node);
  return words ? [words] : Object.values(node).flatMap(listsIn);
}

/** The words of an array or of a union of types that consists of words alone. */
function wordsOf({ type, elements, types }: Node): readonly string[] | undefined {
  const parts = (
    type === 'ArrayExpression' ? elements : type === 'TSUnionType' ? types : []
  ) as (Node | null)[];
  const words = parts.map((part) => (part?.type === 'TSLiteralType' ? (part.literal as Node) : part)?.value);
  return words.length > 0 && words.every((word) => typeof word === 'string') ? words : undefined;
}
