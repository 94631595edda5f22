import { parseSync } from 'vite';
import type { SourceFile } from './read-imports.ts';
import { type Node, nodesIn } from './syntax-nodes.ts';

/** Codes that only a lost race has. */
const CODES: ReadonlySet<unknown> = new Set(['LOCK_ACQUISITION_FAILURE', 'ORDER_LOCK_CONTENTION']);

/** How a sentence says that another writer was faster. */
const SAYS_SO =
  /\bbeing (changed|edited|saved|updated|added)\b|\bchanged by (others|some)|\b(others|some(one|body) else|another request) (is|are|was|were) \w+ing\b/i;

/**
 * Places that answer a lost race themselves instead of by `commit` or `lostRace`, each as `file:line`: functions that may
 * refuse and call `retryLostRace` without `lostRace`, refusals with the codes of lost races, and sentences that tell a caller of another writer.
 * What is thrown is no answer: a worker is called again.
 */
export function findAnsweredRaces({ file, text }: SourceFile): readonly string[] {
  const { program } = parseSync(file, text);
  const mayAnswer = (node: Node) =>
    file.startsWith('functions/api/') || /\bRefusal\b/.test(textOf(text, node.returnType));
  const own = nodesIn(program)
    .filter((node) => /Function/.test(node.type) && mayAnswer(node))
    .map((node) => nodesIn(node.body))
    .filter((inside) => inside.every((node) => callee(node) !== 'lostRace'))
    .flatMap((inside) => inside.filter((node) => callee(node) === 'retryLostRace'));
  const declared = nodesIn(program).filter((node) => callee(node) === 'defineRefusal' && hasCodeOfRace(node));
  const said = nodesIn(program, isThrown).filter(
    (node) => /^(Literal|TemplateElement)$/.test(node.type) && SAYS_SO.test(textOf(text, node)),
  );
  const starts = new Set([...own, ...declared, ...said].map(({ start }) => start));
  return [...starts].map((start) => `${file}:${text.slice(0, start).split('\n').length}`);
}

function hasCodeOfRace(node: Node): boolean {
  return nodesIn(node.arguments).some(({ type, value }) => type === 'Literal' && CODES.has(value));
}

function callee({ type, callee: called }: Node): unknown {
  return type === 'CallExpression' ? (called as Node).name : undefined;
}

const isThrown = ({ type }: Node) => type === 'ThrowStatement' || type === 'NewExpression';

function textOf(text: string, node: unknown): string {
  const { start, end } = (node ?? { start: 0, end: 0 }) as Node;
  return text.slice(start, end);
}
