import { parseSync } from 'vite';
import type { SourceFile } from './read-imports.ts';
import { type Node, nodesIn } from './syntax-nodes.ts';

/** Usual names for the counter of a loop that retries something. */
const COUNTS_TRIES = /^(attempt|tries|try|retr|again)/i;

/**
 * Loops that retry something, each as `file:line`: they count without using the count, count tries, or write to the
 * table until something holds; and functions that write and call themselves. Iterating over a list or over portions
 * does not count, nor does what a step of `retryLostRace` writes in portions.
 */
export function findRepetitions({ file, text }: SourceFile): readonly string[] {
  const { program } = parseSync(file, text);
  return nodesIn(program, isRetry)
    .filter(isRepetition)
    .map(({ start }) => `${file}:${text.slice(0, start).split('\n').length}`);
}

const isRetry = ({ type, callee }: Node) =>
  type === 'CallExpression' && (callee as Node).name === 'retryLostRace';

function isRepetition(node: Node): boolean {
  if (node.type === 'ForStatement') {
    const counter = counterOf(node);
    if (counter === undefined) return writes(node.body);
    const isUsed = nodesIn(node.body).some(({ type, name }) => type === 'Identifier' && name === counter);
    return !isUsed || COUNTS_TRIES.test(counter);
  }
  if (node.type === 'FunctionDeclaration') return writes(node.body) && callsItself(node);
  return /^(While|DoWhile)Statement$/.test(node.type) && writes(node.body);
}

/** The variable that a loop counts up from a number. */
function counterOf({ init }: Node): string | undefined {
  const declared = (init as { declarations?: readonly { id: Node; init: Node | null }[] } | null)
    ?.declarations?.[0];
  return typeof declared?.init?.value === 'number' ? String(declared.id.name) : undefined;
}

/** Whether the loop itself calls `.write(`. What a function inside it does is judged separately. */
function writes(body: unknown): boolean {
  return nodesIn(body, isFunction).some(({ type, callee }) => {
    const { property } = (callee ?? {}) as { property?: Node };
    return type === 'CallExpression' && property?.name === 'write';
  });
}

function callsItself({ id, body }: Node): boolean {
  const called = nodesIn(body).flatMap(({ type, callee }) =>
    type === 'CallExpression' ? [callee as Node] : [],
  );
  return called.some(({ name }) => name === (id as Node | null)?.name);
}

const isFunction = ({ type }: Node) => type.includes('Function');
