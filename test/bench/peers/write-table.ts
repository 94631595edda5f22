import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from './check-plan.ts';
import type { PeerInstance } from './instance.ts';

/** A plan or its absence, of one program on one instance. */
export interface Judged {
  readonly peer: string;
  readonly instance: string;
  readonly kind: PeerInstance['kind'];
  readonly missing: string | undefined;
  readonly verdict: Verdict | undefined;
}

const README = join(import.meta.dirname, '../../../lib/engines/optimization/README.md');
const BEGIN = '<!-- peers -->';
const END = '<!-- /peers -->';

/**
 * The comparison as a table: a line for each rich instance, and one for each set of the others with the mean distance to the best plan
 * of the run. With `write` it replaces the table in the solver's README.
 */
export function writePeerTable(
  judged: readonly Judged[],
  peers: readonly string[],
  { seconds, write }: { readonly seconds: number; readonly write: boolean },
): string {
  const rich = [...new Set(judged.filter(({ kind }) => kind === 'rich').map(({ instance }) => instance))];
  const sets = [...new Set(judged.map(({ kind }) => kind))].filter((kind) => kind !== 'rich');
  const rows = [
    ...rich.map((instance) => [
      instance,
      ...peers.map((peer) =>
        cell(
          judged,
          instance,
          judged.find((one) => one.instance === instance && one.peer === peer),
        ),
      ),
    ]),
    ...sets.map((set) => [
      `${set}, ${instancesOf(judged, set).length} instances`,
      ...peers.map((peer) => meanOf(judged, set, peer)),
    ]),
  ];
  const table = [
    `| ${seconds} s on one core | ${peers.join(' | ')} |`,
    `|---|${peers.map(() => '---:').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
  if (write) {
    const text = readFileSync(README, 'utf8');
    const [before, rest] = text.split(BEGIN);
    const after = rest?.split(END)[1];
    if (before === undefined || after === undefined) throw new Error(`${README} has no ${BEGIN} ... ${END}.`);
    writeFileSync(README, `${before}${BEGIN}\n${table}\n${END}${after}`);
  }
  return table;
}

const instancesOf = (judged: readonly Judged[], set: PeerInstance['kind']) => [
  ...new Set(judged.filter(({ kind }) => kind === set).map(({ instance }) => instance)),
];

/** Whether a plan is right, and better than another: fewer orders left out, then cheaper. */
function bestOf(judged: readonly Judged[], instance: string): Verdict | undefined {
  return judged
    .filter((one) => one.instance === instance)
    .flatMap(({ verdict }) => (verdict && verdict.fault === undefined ? [verdict] : []))
    .toSorted((a, b) => a.leftOut - b.leftOut || a.cost - b.cost)[0];
}

/** How much dearer than the best plan of the run, in percent. */
function cell(judged: readonly Judged[], instance: string, one: Judged | undefined): string {
  if (!one?.verdict) return one?.missing?.startsWith('cannot') ? one.missing : 'failed';
  const { fault, leftOut, cost } = one.verdict;
  if (fault !== undefined) return 'wrong';
  const best = bestOf(judged, instance)!;
  const left = leftOut > 0 ? `, ${leftOut} left out` : '';
  return leftOut > best.leftOut ? `${leftOut} left out` : `+${percent(cost / best.cost - 1)} %${left}`;
}

function meanOf(judged: readonly Judged[], set: PeerInstance['kind'], peer: string): string {
  const gaps: number[] = [];
  let others = 0;
  for (const instance of instancesOf(judged, set)) {
    const one = judged.find((each) => each.instance === instance && each.peer === peer);
    const best = bestOf(judged, instance);
    const { verdict } = one ?? {};
    if (verdict && best && verdict.fault === undefined && verdict.leftOut === best.leftOut)
      gaps.push(verdict.cost / best.cost - 1);
    else others += 1;
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / Math.max(1, gaps.length);
  if (gaps.length === 0) return 'none';
  return `+${percent(mean)} %${others > 0 ? `, ${others} incomplete` : ''}`;
}

const percent = (share: number) => (100 * share).toFixed(2);
