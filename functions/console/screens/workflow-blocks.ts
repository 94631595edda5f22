import { words } from '../kit/format.ts';
import type { Schema } from '../kit/schema-fields.ts';
import { type Edge, isTriggerNode, type Node } from './workflow-definition.ts';
import type { Variable } from './workflow-values.ts';

/** A setting of an action or trigger, as its JSON Schema describes it. */
export interface SettingSchema extends Omit<Schema, 'items' | 'anyOf' | 'properties'> {
  readonly format?: string;
  /** Any JSON value, which refers to itself. */
  readonly $ref?: string;
  readonly maxLength?: number;
  readonly items?: SettingSchema;
  readonly anyOf?: readonly SettingSchema[];
  readonly oneOf?: readonly SettingSchema[];
  readonly properties?: Readonly<Record<string, SettingSchema>>;
  readonly additionalProperties?: boolean | SettingSchema;
}

/** A field that conditions can test, or a value that texts can show. */
interface TypedBlock {
  readonly type: string;
  readonly hasKeysBelow?: boolean;
  readonly triggers: readonly string[];
}

/** Building blocks of workflows, as GET /v1/workflows/schema serves them. */
export interface Blocks {
  readonly nodeTypes: readonly string[];
  readonly triggers: readonly {
    readonly key: string;
    readonly triggerType: string;
    readonly title: string;
    readonly entities: readonly string[];
    readonly directions: readonly string[];
    readonly requiredParameters: readonly string[];
    readonly parametersSchema: SettingSchema;
  }[];
  readonly actions: readonly {
    readonly key: string;
    readonly title: string;
    readonly edgeType: string;
    readonly triggers: readonly string[];
    readonly configSchema: SettingSchema;
    readonly outputs: Readonly<Record<string, string>>;
  }[];
  readonly nodeOutputs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly decisionBranches: Readonly<Record<string, readonly string[]>>;
  readonly operators: readonly {
    readonly key: string;
    readonly title: string;
    readonly values: Readonly<Record<string, SettingSchema | null>>;
  }[];
  readonly filterFields: readonly (TypedBlock & { readonly key: string; readonly entity: string })[];
  readonly eventVariables: readonly (TypedBlock & { readonly path: string })[];
  readonly messageVariables: readonly {
    readonly path: string;
    readonly type: string;
    readonly entities: readonly string[];
    readonly sources: readonly string[];
  }[];
}

/** What starts a workflow. */
export type Trigger = Readonly<Record<string, unknown>> & {
  readonly triggerType: string;
  readonly eventName?: string;
};

/** Branch of a switch that is taken when no case holds. */
export const ELSE = 'else';

/** The building block of a trigger. An event that is not built in is a custom one. */
export function blockOf(
  blocks: Blocks,
  { triggerType, eventName }: Trigger,
): Blocks['triggers'][number] | undefined {
  const find = (key: string) => blocks.triggers.find((one) => one.key === key);
  if (triggerType !== 'event') return find(triggerType);
  return find(eventName ?? '') ?? find('custom_event');
}

/** A workflow as far as its values depend on it. */
interface Surroundings {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
  readonly trigger: Trigger;
}

/** The values that a node can use: of the trigger's entities, of its event, and of the nodes before it. */
export function variablesFor(
  blocks: Blocks,
  around: Surroundings,
  nodeKey: string,
  wanted: 'conditions' | 'texts',
): readonly Variable[] {
  const trigger = blockOf(blocks, around.trigger);
  const isThere = ({ triggers }: TypedBlock) => trigger !== undefined && triggers.includes(trigger.key);
  const fields = blocks.filterFields.filter(isThere).map(
    ({ key, entity, type, hasKeysBelow = false }): Variable => ({
      ...{ path: key, group: words(entity), type, hasKeysBelow },
      label: words(key.slice(entity.length + 1)),
    }),
  );
  const events = blocks.eventVariables.filter(isThere).map(
    ({ path, type, hasKeysBelow = false }): Variable => ({
      ...{ path, type, hasKeysBelow },
      group: words(path.split('.')[0]),
      label: words(path.split('.').slice(1).join(' ') || path),
    }),
  );
  const outputs = nodesBefore(around, nodeKey).flatMap((node) =>
    Object.entries(outputsOf(blocks, node)).map(
      ([name, type]): Variable => ({
        path: `node_var_${node.nodeKey}__${name}`,
        ...{ type, label: words(name), group: node.nodeLabel ?? node.nodeKey },
        hasKeysBelow: type === 'json',
      }),
    ),
  );
  if (wanted === 'conditions') return [...fields, ...events, ...outputs];
  const messages = blocks.messageVariables
    .filter(({ entities }) => entities.some((entity) => trigger?.entities.includes(entity)))
    .map(
      ({ path, type, sources }): Variable => ({
        ...{ path, type, sources, hasKeysBelow: false },
        group: path.includes('.') ? words(path.split('.')[0]) : words('message'),
        label: words(path.split('.').at(-1)),
      }),
    );
  return [...messages, ...fields.filter(({ type }) => type !== 'event'), ...events, ...outputs];
}

/** What a node publishes, by name with its type. */
function outputsOf(blocks: Blocks, node: Node): Readonly<Record<string, string>> {
  if (node.nodeType !== 'action') return blocks.nodeOutputs[node.nodeType] ?? {};
  const extract = settingsOf(node).extract;
  const extracted = Array.isArray(extract)
    ? extract.flatMap((one: { readonly name?: unknown }) =>
        typeof one.name === 'string' ? [[one.name, 'json'] as const] : [],
      )
    : [];
  const own = blocks.actions.find(({ key }) => key === node.nodeAction)?.outputs ?? {};
  return { ...own, ...Object.fromEntries(extracted) };
}

/** The nodes that run before one, in the order of the workflow. */
function nodesBefore({ nodes, edges }: Surroundings, nodeKey: string): readonly Node[] {
  const before = new Set<string>();
  const open = [nodeKey];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    for (const { sourceNodeKey, targetNodeKey } of edges) {
      if (targetNodeKey !== key || before.has(sourceNodeKey)) continue;
      before.add(sourceNodeKey);
      open.push(sourceNodeKey);
    }
  }
  return nodes.filter((node) => before.has(node.nodeKey) && !isTriggerNode(node));
}

/** The settings of an action node. */
export function settingsOf({ nodeActionConfig }: Node): Readonly<Record<string, unknown>> {
  return typeof nodeActionConfig === 'object' && nodeActionConfig !== null
    ? (nodeActionConfig as Readonly<Record<string, unknown>>)
    : {};
}

/** One case of a switch. */
export interface Case {
  readonly key: string;
  readonly label?: string;
  readonly conditions: readonly unknown[];
}

/** Cases of a switch node, or conditions of a filter node. */
export function listOf({ nodeFilterConfig }: Node): readonly unknown[] {
  return Array.isArray(nodeFilterConfig) ? nodeFilterConfig : [];
}

/** A way out of a node: the type of its edges and, of a decision, the branch. */
export interface Exit {
  readonly edgeType: string;
  readonly branchKey?: string;
}

/** The ways out of a node. */
export function exitsOf(blocks: Blocks | undefined, node: Node): readonly Exit[] {
  if (node.nodeType === 'filter') return [{ edgeType: 'success' }, { edgeType: 'negative' }];
  const branches = branchesOf(blocks, node);
  return branches
    ? branches.map((branchKey) => ({ edgeType: 'decision', branchKey }))
    : [{ edgeType: 'default' }];
}

function branchesOf(blocks: Blocks | undefined, node: Node): readonly string[] | undefined {
  if (node.nodeType === 'switch') {
    const keys = (listOf(node) as readonly Partial<Case>[]).map(({ key }) => key ?? '');
    return [...keys.filter((key) => key !== ''), ELSE];
  }
  const action = blocks?.actions.find(({ key }) => key === node.nodeAction);
  if (node.nodeType !== 'action' || action?.edgeType !== 'decision') return undefined;
  const decision = settingsOf(node).decision as
    | { readonly type?: string; readonly choices?: readonly { readonly key?: string }[] }
    | undefined;
  const own = (decision?.choices ?? []).flatMap(({ key }) => (key ? [key] : []));
  return [...own, ...(blocks?.decisionBranches[decision?.type ?? ''] ?? [])];
}

/** Edges that leave a node, each by a way out that the node has: what its settings no longer offer leads out by the first. */
export function edgesFrom(edges: readonly Edge[], node: Node, exits: readonly Exit[]): readonly Edge[] {
  const [first] = exits;
  if (!first) return edges;
  const isOne = ({ edgeType = 'default', branchKey }: Edge) =>
    exits.some((exit) => exit.edgeType === edgeType && exit.branchKey === branchKey);
  return edges.map((edge) =>
    edge.sourceNodeKey !== node.nodeKey || isOne(edge) ? edge : through(edge, first),
  );
}

/** An edge by another way out. */
export function through({ branchKey: _, ...edge }: Edge, exit: Exit): Edge {
  return { ...edge, ...exit };
}
