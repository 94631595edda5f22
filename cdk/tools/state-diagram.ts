/** A step from one status to another. */
export interface Step {
  readonly from: string;
  readonly to: string;
  /** What causes it. */
  readonly label?: string;
}

/** A Mermaid state diagram. Steps between the same two statuses become one arrow; a step to itself is left out. */
export function stateDiagram(title: string, initial: readonly string[], steps: readonly Step[]): string {
  const arrows = Map.groupBy(
    steps.filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} --> ${to}`,
  );
  const sources = new Set(steps.filter(({ from, to }) => from !== to).map(({ from }) => from));
  const ends = new Set(steps.map(({ to }) => to).filter((to) => !sources.has(to)));
  const lines = [
    ...initial.map((state) => `[*] --> ${state}`),
    ...[...arrows].map(([arrow, same]) => {
      const labels = new Set(same.map(({ label }) => label).filter((label) => label !== undefined));
      return labels.size > 0 ? `${arrow}: ${[...labels].join(', ')}` : arrow;
    }),
    ...[...ends].map((state) => `${state} --> [*]`),
  ];
  return [
    `### ${title}`,
    '',
    '```mermaid',
    'stateDiagram-v2',
    ...lines.map((line) => `  ${line}`),
    '```',
  ].join('\n');
}

/** Without the steps that others make superfluous: of a to b, b to c and a to c, the last. `steps` has no cycle. */
export function withoutShortcuts(steps: readonly Step[]): readonly Step[] {
  const isStep = (from: string, to: string) => steps.some((step) => step.from === from && step.to === to);
  return steps.filter(
    ({ from, to }) => !steps.some((step) => step.from === from && step.to !== to && isStep(step.to, to)),
  );
}
