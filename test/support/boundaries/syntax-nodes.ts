/** A node of the parser's tree. */
export type Node = Record<string, unknown> & {
  readonly type: string;
  readonly start: number;
  readonly end: number;
};

/** The value and the nodes below it, except those inside of what `isLeftOut` names. */
export function nodesIn(value: unknown, isLeftOut: (node: Node) => boolean = () => false): readonly Node[] {
  if (Array.isArray(value)) return value.flatMap((one) => nodesIn(one, isLeftOut));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  if (typeof node.type !== 'string' || isLeftOut(node)) return [];
  return [node, ...Object.values(node).flatMap((one) => nodesIn(one, isLeftOut))];
}
