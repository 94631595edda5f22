/** A step from one status to another. */
export interface Step {
  readonly from: string;
  readonly to: string;
  /** What causes it. */
  readonly label?: string;
}

/** What a state diagram shows. */
export interface Lifecycle {
  /** Initial statuses. */
  readonly initial: readonly string[];
  /** Steps between the same two statuses become one arrow; a step to itself is left out. */
  readonly steps: readonly Step[];
  /** Statuses that nothing leaves. */
  readonly final?: readonly string[];
  /** Draws all of `steps` inside one state, with an arrow from it to each of `to`. */
  readonly group?: { readonly name: string; readonly to: readonly Omit<Step, 'from'>[] };
}

/** A Mermaid state diagram under a heading. */
export function stateDiagram(title: string, { initial, steps, final = [], group }: Lifecycle): string {
  const moves = steps.filter(({ from, to }) => from !== to);
  const isReached = (end: string) => moves.some(({ to }) => to === end);
  const lines = [
    ...initial.map((state) => `[*] --> ${state}`),
    ...arrows(moves),
    ...final.filter(isReached).map((end) => `${end} --> [*]`),
  ];
  const grouped = group && [
    `state "${group.name}" as under_way {`,
    ...lines.map((line) => `  ${line}`),
    '}',
    ...arrows(group.to.map((step) => ({ ...step, from: 'under_way' }))),
    ...final.filter((end) => !isReached(end)).map((end) => `${end} --> [*]`),
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

function arrows(moves: readonly Step[]): readonly string[] {
  const same = Map.groupBy(moves, ({ from, to }) => `${from} --> ${to}`);
  return [...same].map(([arrow, steps]) => {
    const labels = new Set(steps.map(({ label }) => label).filter((label) => label !== undefined));
    return labels.size > 0 ? `${arrow}: ${[...labels].join(', ')}` : arrow;
  });
}

/** Without the steps that others make superfluous: of a to b, b to c and a to c, the last. `steps` has no cycle. */
export function withoutShortcuts(steps: readonly Step[]): readonly Step[] {
  const known = new Set(steps.map(({ from, to }) => `${from} ${to}`));
  return steps.filter(
    ({ from, to }) => !steps.some((step) => step.from === from && known.has(`${step.to} ${to}`)),
  );
}
