import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that a scaffold will write, by path from the root, and the steps left to do by hand. */
export interface Plan {
  readonly writes: ReadonlyMap<string, string>;
  readonly next: readonly string[];
}

/** Why the request is not possible, in one sentence that says what to do. */
export class CannotScaffold extends Error {}

const TEMPLATES = new URL('../templates/', import.meta.url);

/** A template of cdk/tools/templates with every `{{name}}` replaced. Throws when a value is missing (a bug of ours). */
export function fill(template: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(new URL(`${template}.txt`, TEMPLATES), 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The template ${template} needs "${name}".`);
    return value;
  });
}

/** The text of a file of the tree. */
export function readText(root: string, path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/**
 * `text` with an import before its first one and `entry` at the end of the list that follows `opening`, as
 * `endpoints: [`, up to `end`. The formatter puts both into their places.
 */
export function addToList(
  path: string,
  text: string,
  opening: string,
  { line, entry, end = ']' }: { readonly line: string; readonly entry: string; readonly end?: string },
): string {
  const from = text.indexOf(opening);
  const to = text.indexOf(end, from + opening.length);
  if (from === -1 || to === -1) {
    throw new CannotScaffold(`${path} has no list "${opening}...${end.trim()}": add ${entry} to it by hand.`);
  }
  const entries = text
    .slice(from + opening.length, to)
    .trim()
    .replace(/,$/, '');
  const list = entries === '' ? entry : `${entries}, ${entry}`;
  return `${line}\n${text.slice(0, from)}${opening}${list}${text.slice(to)}`;
}
