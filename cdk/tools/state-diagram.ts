import type { Lifecycle } from '../../lib/platform/core/define-lifecycle.ts';

/** An arrow from one status to another. */
interface Step {
  readonly from: string;
  readonly to: string;
  /** What causes it. */
  readonly label?: string;
}

/** Name of the group in the diagram's own language. */
const GROUP = 'under_way';

/** A Mermaid state diagram of a lifecycle under a heading. */
export function stateDiagram({
  title,
  statuses,
  initial,
  transitions,
  isOver,
  drawing = {},
}: Lifecycle): string {
  const { fromAnywhere, skipsSteps = false } = drawing;
  const isGrouped = (status: string) => fromAnywhere?.to.includes(status) === true;
  const labelOf = ({ trigger, guard }: Lifecycle['transitions'][number]) =>
    skipsSteps ? {} : { label: guard === undefined ? trigger : `${trigger} (${guard})` };
  const all = transitions
    .filter(({ to }) => !isGrouped(to))
    .flatMap((step) => step.from.map((from): Step => ({ from, to: step.to, ...labelOf(step) })))
    .filter(({ from, to }) => from !== to);
  const moves = skipsSteps ? withoutShortcuts(all) : all;
  const final = statuses.filter(isOver);
  const lines = [
    ...initial.map((status) => `[*] --> ${status}`),
    ...arrows(moves),
    ...final.filter((status) => !isGrouped(status)).map((status) => `${status} --> [*]`),
  ];
  const grouped = fromAnywhere && [
    `state "${fromAnywhere.group}" as ${GROUP} {`,
    ...lines.map((line) => `  ${line}`),
    '}',
    ...arrows(
      transitions
        .filter(({ to }) => isGrouped(to))
        .map((step) => ({ from: GROUP, to: step.to, ...labelOf(step) })),
    ),
    ...final.filter(isGrouped).map((status) => `${status} --> [*]`),
  ];
  return [
    `## ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...(grouped ?? lines).map((line) => `  ${line}`),
    '```',
  ].join('\n');
}

/** Steps between the same two statuses become one arrow. */
function arrows(moves: readonly Step[]): readonly string[] {
  const same = Map.groupBy(moves, ({ from, to }) => `${from} --> ${to}`);
  return [...same].map(([arrow, steps]) => {
    const labels = new Set(steps.map(({ label }) => label).filter((label) => label !== undefined));
    return labels.size > 0 ? `${arrow}: ${[...labels].join(', ')}` : arrow;
  });
}

/** Without the steps that others make superfluous: of a to b, b to c and a to c, the last. `steps` has no cycle. */
function withoutShortcuts(steps: readonly Step[]): readonly Step[] {
  const known = new Set(steps.map(({ from, to }) => `${from} ${to}`));
  return steps.filter(
    ({ from, to }) => !steps.some((step) => step.from === from && known.has(`${step.to} ${to}`)),
  );
}
