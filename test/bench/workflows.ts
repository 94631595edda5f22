/**
 * `npm run bench:workflows`: the cost of a synchronous run relative to json-rules-engine deciding the same twelve
 * conditions, in one process and in alternating rounds, so that the ratio does not depend on the machine.
 */
import { Engine } from 'json-rules-engine';
import {
  compile,
  type Plan,
  runToEnd,
  validateDefinition,
  type Workflow,
} from '../../lib/engines/workflows/index.ts';
import { isRefusal } from '../../lib/platform/core/refusal.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

const order = {
  id: 'ord_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  externalId: 'WEB-48213',
  status: 'valid',
  tags: ['cold', 'first-order'],
  requirements: ['photo_proof_of_delivery'],
  valueCents: 8_450,
  tipAmountCents: 250,
  itemsCount: 3,
  weight: 4.2,
  currency: 'USD',
  deliveryMode: 'scheduled',
  description: 'Groceries, two bags and a crate of water',
  pickupAddressCity: 'Springfield',
  pickupBusinessName: 'Corner Shop 12',
  pickupInstructions: 'Ring at the back door',
  dropoffAddressZip: '10115',
  dropoffAddressCountry: 'US',
  dropoffFirstName: 'Ada',
  dropoffEmail: 'ada@example.com',
  pickupStartTime: '2026-11-22T15:00:00.000Z',
  dropoffEndTime: '2026-11-22T18:00:00.000Z',
  orderMetadata: { tier: 'gold', boxes: 3, channel: 'web' },
};

/** The twelve conditions, with the operator of json-rules-engine for the same question. */
const conditions = [
  { field: 'order.status', operator: 'equals', value: 'valid', theirs: 'equal' },
  { field: 'order.valueCents', operator: 'greater_than', value: 5_000, theirs: 'greaterThan' },
  { field: 'order.itemsCount', operator: 'less_than', value: 10, theirs: 'lessThan' },
  { field: 'order.weight', operator: 'less_than_or_equal_to', value: 20, theirs: 'lessThanInclusive' },
  { field: 'order.currency', operator: 'in', value: ['USD', 'CAD', 'MXN'], theirs: 'in' },
  { field: 'order.deliveryMode', operator: 'not_equals', value: 'now', theirs: 'notEqual' },
  { field: 'order.tags', operator: 'contains', value: 'cold', theirs: 'contains' },
  { field: 'order.pickupAddressCity', operator: 'equals', value: 'Springfield', theirs: 'equal' },
  { field: 'order.dropoffAddressCountry', operator: 'not_in', value: ['DE', 'FR'], theirs: 'notIn' },
  { field: 'order.orderMetadata.tier', operator: 'equals', value: 'gold', theirs: 'equal' },
  {
    field: 'order.dropoffAddressZip',
    operator: 'matches_regex',
    value: '^1[0-4][0-9]{3}$',
    theirs: 'pattern',
  },
  {
    field: 'order.pickupBusinessName',
    operator: 'matches_regex',
    value: '(?i)shop [0-9]+',
    theirs: 'pattern',
  },
] as const;

/** Trigger, twelve filters of one condition, three extractions and four actions with an effect: twenty nodes. */
function twentyNodes(): Workflow {
  const filters = conditions.map(({ field, operator, value }, index) => ({
    nodeKey: `f${index}`,
    nodeType: 'filter' as const,
    nodeFilterConfig: [{ field, operator, value }],
  }));
  const action = (nodeKey: string, nodeAction: string, nodeActionConfig: Record<string, unknown>) => ({
    nodeKey,
    nodeType: 'action' as const,
    nodeAction,
    nodeActionConfig,
  });
  const actions = [
    action('x0', 'extract_metadata_field', { path: 'tier' }),
    action('x1', 'extract_metadata_field', { path: 'boxes' }),
    action('x2', 'extract_metadata_field', { path: 'channel' }),
    action('a0', 'modify_order_price_or_tip', { target: 'tip', operation: 'at_least', amountCents: 400 }),
    action('a1', 'add_tag', { tag: 'tier-{{node_var_x0__value}}' }),
    action('a2', 'modify_order_instructions', {
      target: 'pickup_instructions',
      text: 'For {{customer.first_name}}, {{order.orderMetadata.boxes}} boxes.',
    }),
    action('a3', 'modify_order_metadata', { key: 'boxes_seen', value: '{{node_var_x1__value}}' }),
  ];
  const chain = [...filters, ...actions];
  return {
    id: 'wf_bench',
    name: 'Bench',
    status: 'active',
    version: 1,
    trigger: { triggerType: 'event', eventName: 'order.creating' },
    nodes: [{ nodeKey: 'start', nodeType: 'trigger' }, ...chain],
    edges: chain.map((node, index) => ({
      edgeKey: `e${index}`,
      sourceNodeKey: chain[index - 1]?.nodeKey ?? 'start',
      targetNodeKey: node.nodeKey,
      executionOrder: 0,
      edgeType: chain[index - 1]?.nodeType === 'filter' ? ('success' as const) : ('default' as const),
    })),
  };
}

function theirEngine(): Engine {
  const engine = new Engine();
  const patterns = new Map<string, RegExp>([
    ['^1[0-4][0-9]{3}$', /^1[0-4][0-9]{3}$/],
    ['(?i)shop [0-9]+', /shop [0-9]+/i],
  ]);
  engine.addOperator<string, string>(
    'pattern',
    (text, pattern) => patterns.get(pattern)?.test(text) === true,
  );
  engine.addRule({
    conditions: {
      all: conditions.map(({ field, value, theirs }) => {
        const [, name, below] = field.split('.');
        const path = below === undefined ? {} : { path: `$.${below}` };
        return { fact: name ?? '', operator: theirs, value, ...path };
      }),
    },
    event: { type: 'all-hold' },
  });
  return engine;
}

/** The twelve conditions and nothing else: trigger and one filter. */
function onlyConditions(): Workflow {
  const nodeFilterConfig = conditions.map(({ field, operator, value }) => ({ field, operator, value }));
  return {
    ...twentyNodes(),
    nodes: [
      { nodeKey: 'start', nodeType: 'trigger' },
      { nodeKey: 'f', nodeType: 'filter', nodeFilterConfig },
    ],
    edges: [{ edgeKey: 'e', sourceNodeKey: 'start', targetNodeKey: 'f', executionOrder: 0 }],
  };
}

let runs = 0;
function decide(plan: Plan): void {
  runs += 1;
  const done = runToEnd(plan, { id: `wfx_${runs}`, mode: 'synchronous', now: NOW, context: { order } });
  if (!('run' in done) || done.run.outputs.f?.result !== true)
    throw new Error('the conditions no longer hold');
}

function ours(plan: Plan): void {
  runs += 1;
  const done = runToEnd(plan, { id: `wfx_${runs}`, mode: 'synchronous', now: NOW, context: { order } });
  if (isRefusal(done) || done.effects.length !== 4)
    throw new Error('the bench workflow no longer has 4 effects');
}

async function theirs(engine: Engine): Promise<void> {
  const { events } = await engine.run(order);
  if (events.length !== 1) throw new Error('json-rules-engine no longer finds all conditions to hold');
}

/** CPU microseconds per call, of the process and all its threads. */
async function cpuPerCall(calls: number, call: () => void | Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < calls; index++) {
    const pending = call();
    if (pending !== undefined) await pending;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const workflow = twentyNodes();
const problems = validateDefinition(workflow, {});
if (problems.length > 0) throw new Error(JSON.stringify(problems));
const plan = compile(workflow);
const engine = theirEngine();

const bare = compile(onlyConditions());
await cpuPerCall(30_000, () => ours(plan));
await cpuPerCall(30_000, () => decide(bare));
await cpuPerCall(10_000, () => theirs(engine));
const mine: number[] = [];
const alone: number[] = [];
const other: number[] = [];
for (let round = 0; round < 9; round++) {
  mine.push(await cpuPerCall(4_000, () => ours(plan)));
  alone.push(await cpuPerCall(8_000, () => decide(bare)));
  other.push(await cpuPerCall(1_000, () => theirs(engine)));
}
const perRun = median(mine);
const perDecision = median(alone);
const perRules = median(other);

const validating = await cpuPerCall(200, () => void validateDefinition(workflow, {}));
const compiling = await cpuPerCall(500, () => void compile(workflow));
const text = JSON.stringify(workflow);
const loading = await cpuPerCall(500, () => void compile(JSON.parse(text) as Workflow));

const collect = globalThis.gc;
const kept: Plan[] = [];
let bytesPerPlan = Number.NaN;
if (collect !== undefined) {
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 0; index < 1_000; index++) kept.push(compile(JSON.parse(text) as Workflow));
  collect();
  bytesPerPlan = (process.memoryUsage().heapUsed - before) / kept.length;
}

const show = (name: string, value: string) => console.log(`${name.padEnd(52)}${value}`);
show('run of 20 nodes, CPU', `${perRun.toFixed(1)} µs (aim: 500)`);
show('runs a second on one core', `${Math.round(1e6 / perRun)}`);
show('json-rules-engine, the 12 conditions only, CPU', `${perRules.toFixed(1)} µs`);
show('ratio to the run of 20 nodes (aim: 10)', `${(perRules / perRun).toFixed(1)}`);
show('run of one filter with the 12 conditions, CPU', `${perDecision.toFixed(1)} µs`);
show('ratio to that run', `${(perRules / perDecision).toFixed(1)}`);
show('validating the definition, CPU', `${(validating / 1e3).toFixed(2)} ms`);
show('compiling a plan, CPU', `${(compiling / 1e3).toFixed(2)} ms`);
show('loading a plan from its stored text, CPU', `${(loading / 1e3).toFixed(2)} ms`);
show('stored text of the definition', `${text.length} characters`);
show(
  'memory of 1,000 plans',
  `${((bytesPerPlan * 1_000) / 1e6).toFixed(0)} MB (${(bytesPerPlan / 1e3).toFixed(0)} kB each)`,
);
