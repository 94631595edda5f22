import fc from 'fast-check';
import type {
  Run,
  Workflow,
  WorkflowEdge,
  WorkflowNode,
} from '../../../../../lib/engines/workflows/index.ts';
import { action, filter, tag, unevaluable } from './builders.ts';

/** What the model knows about a node: the exit that it takes, or none if it fails or cannot decide. */
export type Fate =
  | { readonly kind: 'plain' }
  | { readonly kind: 'success' | 'negative' | 'error' | 'failed' | 'background' }
  | { readonly kind: 'branch'; readonly key: string };

/** A random workflow whose nodes' fates are fixed by how they are drawn. */
export interface Drawn {
  readonly workflow: Workflow;
  readonly fates: ReadonlyMap<string, Fate>;
  readonly disabled: ReadonlySet<string>;
}

const CASES = ['one', 'two'] as const;

/** How a node is drawn for its fate. */
function draw(nodeKey: string, fate: Fate): WorkflowNode {
  const status = (value: string) => ({ field: 'order.status', operator: 'equals', value });
  switch (fate.kind) {
    case 'plain':
      return tag(nodeKey);
    case 'success':
      return filter(nodeKey, status('valid'));
    case 'negative':
      return filter(nodeKey, status('archived'));
    case 'error':
      return filter(nodeKey, unevaluable);
    case 'failed':
      return action(nodeKey, 'dispatch_strategy', { dispatchStrategyId: 'dst_1' });
    case 'background':
      return action(nodeKey, 'agent_call', { prompt: 'x' });
    case 'branch':
      return {
        nodeKey,
        nodeType: 'switch',
        nodeFilterConfig: CASES.map((key) => ({
          key,
          conditions: [status(key === fate.key ? 'valid' : 'none')],
        })),
      };
  }
}

/** Exits a node's edges can be connected to. */
function exitsOf(fate: Fate): readonly Pick<WorkflowEdge, 'edgeType' | 'branchKey'>[] {
  if (fate.kind === 'success' || fate.kind === 'negative' || fate.kind === 'error') {
    return [{ edgeType: 'success' }, { edgeType: 'negative' }];
  }
  if (fate.kind === 'branch')
    return [...CASES, 'else'].map((branchKey) => ({ edgeType: 'decision', branchKey }));
  return [{ edgeType: 'default' }];
}

/** The exit that a node takes when it runs; undefined if it takes none. */
export function exitTaken(fate: Fate, disabled: boolean): string | undefined {
  const isFilter = fate.kind === 'success' || fate.kind === 'negative' || fate.kind === 'error';
  if (disabled) return isFilter ? 'success' : 'default';
  if (fate.kind === 'branch') return `decision:${fate.key}`;
  if (fate.kind === 'error' || fate.kind === 'failed') return undefined;
  return isFilter ? fate.kind : 'default';
}

/** The exit an edge is connected to. */
export function exitOf(edge: WorkflowEdge): string {
  return edge.edgeType === 'decision' ? `decision:${edge.branchKey}` : (edge.edgeType ?? 'default');
}

const fate = (background: boolean): fc.Arbitrary<Fate> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'plain' } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: 'success' } as const) },
    { weight: 2, arbitrary: fc.constant({ kind: 'negative' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'error' } as const) },
    { weight: 1, arbitrary: fc.constant({ kind: 'failed' } as const) },
    { weight: background ? 2 : 0, arbitrary: fc.constant({ kind: 'background' } as const) },
    {
      weight: 2,
      arbitrary: fc.constantFrom('one', 'two', 'else').map((key) => ({ kind: 'branch', key }) as const),
    },
  );

/**
 * Random acyclic workflows of up to `most` nodes after the trigger: each node is attached to an earlier one, and more
 * forward edges are added. The order of nodes and edges in the definition means nothing.
 */
export function drawnWorkflow(most: number, on: 'order.created' | 'order.creating'): fc.Arbitrary<Drawn> {
  return fc
    .integer({ min: 1, max: most })
    .chain((size) =>
      fc.record({
        fates: fc.array(fate(on === 'order.created'), { minLength: size, maxLength: size }),
        parents: fc.array(fc.nat(), { minLength: size, maxLength: size }),
        picks: fc.array(fc.nat(), { minLength: size * 2, maxLength: size * 2 }),
        extra: fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: size }),
        disabled: fc.array(
          fc.boolean().map((value) => value),
          { minLength: size, maxLength: size },
        ),
        orders: fc.array(fc.nat({ max: 3 }), { minLength: size * 3, maxLength: size * 3 }),
        turn: fc.nat(),
      }),
    )
    .map(({ fates, parents, picks, extra, disabled, orders, turn }) => {
      const keys = fates.map((_, index) => `n${index}`);
      const all: readonly Fate[] = [{ kind: 'plain' }, ...fates];
      const names = ['start', ...keys];
      const edges = new Map<string, WorkflowEdge>();
      const connect = (from: number, to: number, pick: number) => {
        const exits = exitsOf(all[from]!);
        const exit = exits[pick % exits.length]!;
        const branchTaken = [...edges.values()].some(
          (edge) =>
            edge.sourceNodeKey === names[from] &&
            exit.branchKey !== undefined &&
            edge.branchKey === exit.branchKey,
        );
        const edgeKey = `${names[from]}_${exit.edgeType}_${exit.branchKey ?? ''}_${names[to]}`;
        if (branchTaken || edges.has(edgeKey)) return false;
        const executionOrder = orders[edges.size % orders.length] ?? 0;
        edges.set(edgeKey, {
          edgeKey,
          sourceNodeKey: names[from]!,
          targetNodeKey: names[to]!,
          executionOrder,
          ...exit,
        });
        return true;
      };
      for (let to = 1; to < names.length; to++) {
        const from = (parents[to - 1] ?? 0) % to;
        // A switch whose branches are all taken cannot take another node; the trigger always can.
        const tries = [0, 1, 2].some((offset) => connect(from, to, (picks[to - 1] ?? 0) + offset));
        if (!tries) connect(0, to, 0);
      }
      for (const [a, b, pick] of extra) {
        const from = a % names.length;
        const to = from + 1 + (b % Math.max(1, names.length - from - 1));
        if (to < names.length) connect(from, to, pick);
      }
      const off = new Set(
        keys.filter((_, index) => disabled[index] === true && (picks[index] ?? 0) % 4 === 0),
      );
      const nodes = keys.map((key, index) => {
        const node = draw(key, fates[index]!);
        return off.has(key) ? { ...node, isEnabled: false } : node;
      });
      const rotate = <T>(list: readonly T[]): T[] => {
        const by = list.length === 0 ? 0 : turn % list.length;
        return [...list.slice(by), ...list.slice(0, by)];
      };
      const workflow: Workflow = {
        id: 'wf_1',
        name: 'Drawn',
        status: 'active',
        version: 1,
        trigger: { triggerType: 'event', eventName: on },
        nodes: rotate([{ nodeKey: 'start', nodeType: 'trigger' }, ...nodes]),
        edges: rotate([...edges.values()]),
      };
      return { workflow, fates: new Map(keys.map((key, index) => [key, fates[index]!])), disabled: off };
    });
}

/** What should happen according to the model: the nodes that are reached, in order. */
export interface Expected {
  readonly order: readonly string[];
  readonly arrived: ReadonlySet<string>;
}

/**
 * The model of decision 43, written from its wording and not from the engine: at each moment an edge has arrived; or it
 * can still arrive, because its source is running, waits its turn or can itself still be reached; or it cannot. A node
 * runs once, when no incoming edge can still arrive and at least one has. Nothing is counted, and nothing is remembered
 * except which nodes ran and which edges arrived.
 *
 * Nodes that one node frees at the same moment run in the order of its edges if its edges lead to them. Where they were
 * freed because another path can no longer arrive, the decision names no order, and `observed` decides.
 */
export function model(
  { workflow, fates, disabled }: Drawn,
  depthFirst: boolean,
  observed: readonly string[],
): Expected {
  const ran = new Set<string>();
  const queued: string[] = ['start'];
  const order: string[] = [];
  const arrived = new Set<string>();
  const canStillRun = (key: string, known: Map<string, boolean>): boolean => {
    if (ran.has(key)) return false;
    if (queued.includes(key)) return true;
    const before = known.get(key);
    if (before !== undefined) return before;
    const can = workflow.edges.some(
      (edge) =>
        edge.targetNodeKey === key && (arrived.has(edge.edgeKey) || canStillRun(edge.sourceNodeKey, known)),
    );
    known.set(key, can);
    return can;
  };
  for (let key = queued.shift(); key !== undefined; key = queued.shift()) {
    ran.add(key);
    order.push(key);
    const taken = exitTaken(fates.get(key) ?? { kind: 'plain' }, disabled.has(key));
    const leaving = workflow.edges.filter((edge) => edge.sourceNodeKey === key && exitOf(edge) === taken);
    for (const edge of leaving) arrived.add(edge.edgeKey);
    const known = new Map<string, boolean>();
    const free = workflow.nodes
      .map(({ nodeKey }) => nodeKey)
      .filter((nodeKey) => !ran.has(nodeKey) && !queued.includes(nodeKey))
      .filter((nodeKey) => {
        const incoming = workflow.edges.filter((edge) => edge.targetNodeKey === nodeKey);
        if (!incoming.some((edge) => arrived.has(edge.edgeKey))) return false;
        return incoming.every((edge) => arrived.has(edge.edgeKey) || !canStillRun(edge.sourceNodeKey, known));
      });
    const next = inOrder(free, leaving, observed);
    if (depthFirst) queued.unshift(...next);
    else queued.push(...next);
  }
  return { order, arrived };
}

/** The free nodes in the observed order, except that those to which edges lead are in the order of the edges. */
function inOrder(
  free: readonly string[],
  leaving: readonly WorkflowEdge[],
  observed: readonly string[],
): readonly string[] {
  const direct = [...leaving]
    .sort((a, b) => a.executionOrder - b.executionOrder || (a.edgeKey < b.edgeKey ? -1 : 1))
    .map(({ targetNodeKey }) => targetNodeKey)
    .filter((key) => free.includes(key));
  const led = new Set(direct);
  const asObserved = [...free].sort((a, b) => observed.indexOf(a) - observed.indexOf(b));
  return asObserved.map((key) => (led.has(key) ? (direct.shift() ?? key) : key));
}

/** Freezes a value at every depth, so that code that changes it in place is found out. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}

/** A run as it comes back from storage. */
export function stored(run: Run): Run {
  return deepFreeze(JSON.parse(JSON.stringify(run)) as Run);
}
