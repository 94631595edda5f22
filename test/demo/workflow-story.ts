import { setTimeout as sleep } from 'node:timers/promises';
import { act, chain, when } from '../support/automations.ts';
import { type DemoApi, type DemoTarget, demoApi } from './api.ts';
import { demoOrder, STORIES } from './demo-order.ts';
import type { StoryOutcome } from './story-outcome.ts';

const LOOK_EVERY_MS = 700;
const PATIENCE_MS = 120_000;

/** The workflow runs half an hour before the window; the order's window starts a little later than that. */
const BEFORE_MINUTES = 30;
const AHEAD_MS = BEFORE_MINUTES * 60_000 + 15_000;
const PATIENCE_BEFORE_MS = 40_000;

/** A skipping clock can pass the time before the timer is set; another order is used then. */
const TRIES = 3;

/**
 * One workflow changes the strategy of an order, one asks a model about another order, one runs before the window of a
 * third.
 */
export async function workflowStory(
  target: DemoTarget,
  run: string,
  strategies: { readonly from: string; readonly to: string },
): Promise<StoryOutcome> {
  const api = demoApi(target);
  const isFor = (story: string) => ({
    field: 'order.orderMetadata.demoWorkflow',
    operator: 'equals',
    value: `${run}-${story}`,
  });
  const made = [
    await workflow(api, 'order.creating', [
      when('ours', isFor('reroutes')),
      act('dispatch_strategy', { dispatchStrategyId: strategies.to }),
    ]),
    await workflow(api, 'order.created', [when('ours', isFor('asks')), ...question()]),
    await workflow(
      api,
      'order_pickup_start_time',
      [when('ours', isFor('reminds')), act('add_tag', { tag: 'pickup-soon' })],
      { direction: 'before', offset_minutes: BEFORE_MINUTES },
    ),
  ];
  const ordered = async (index: number, story: string, more: object) =>
    api.call<OrderReply>('POST', '/v1/order', {
      ...demoOrder(STORIES[0], index, `${run}-ran`, strategies.from),
      orderMetadata: { demoWorkflow: `${run}-${story}` },
      ...more,
    });
  const first = await ordered(40, 'reroutes', {});
  // The others are not dispatched: an order that is under way keeps its tags.
  const second = await ordered(41, 'asks', {
    dispatchStrategyId: undefined,
    dropoffInstructions: 'reply: {"probability": 0.95}',
  });
  const isDecided = await tagged(api, second.id, 'fragile', PATIENCE_MS);
  let isReminded = false;
  for (let tries = 0; tries < TRIES && !isReminded; tries += 1) {
    const { updatedAt } = await api.call<OrderReply>('GET', `/v1/order/${first.id}`);
    const now = await api.call<{ now: string }>('POST', '/_local/clock', {});
    const from = Math.max(Date.parse(updatedAt), Date.parse(now.now)) + AHEAD_MS;
    const at = (minutes: number) => new Date(from + minutes * 60_000).toISOString();
    const { id } = await ordered(42 + tries, 'reminds', {
      deliveryMode: 'scheduled',
      dispatchStrategyId: undefined,
      ...{ pickupStartTime: at(0), pickupEndTime: at(30), dropoffStartTime: at(60), dropoffEndTime: at(120) },
    });
    isReminded = await tagged(api, id, 'pickup-soon', PATIENCE_BEFORE_MS);
  }
  for (const id of made) await api.call('POST', `/v1/workflows/${id}/status`, { status: 'inactive' });
  const done: readonly (readonly [row: string, isDone: boolean, story: string])[] = [
    [
      'rerouted by a workflow',
      first.dispatchStrategyId === strategies.to,
      'workflow that gives an order to another strategy',
    ],
    ['decided by a model', isDecided, 'workflow that asks a model'],
    ['before the window', isReminded, 'workflow that runs before a window'],
  ];
  return {
    rows: done.map(([row, isDone]) => [row, isDone ? 'yes' : 'no'] as const),
    missing: done.flatMap(([, isDone, story]) => (isDone ? [] : [story])),
  };
}

interface OrderReply {
  readonly id: string;
  readonly updatedAt: string;
  readonly dispatchStrategyId: string | null;
  readonly tags: readonly string[];
}

/** A question about the order, and a tag when the model says yes. The local model answers what the text tells it to. */
function question() {
  const ask = act(
    'ai_decision',
    {
      question: 'Do the instructions say that something can break?',
      information: '{{order.dropoffInstructions}}',
      decision: { type: 'yes_no' },
    },
    'ask',
  );
  return [ask, act('add_tag', { tag: 'fragile' })];
}

async function workflow(
  api: DemoApi,
  eventName: string,
  nodes: Parameters<typeof chain>[0],
  more: object = {},
): Promise<string> {
  const parts = chain(nodes);
  const edges = parts.edges.map((edge) =>
    'sourceNodeKey' in edge && edge.sourceNodeKey === 'ask'
      ? { ...edge, edgeType: 'decision', branchKey: 'yes' }
      : edge,
  );
  const { id } = await api.call<{ id: string }>('POST', '/v1/workflows', {
    name: `Demo: ${eventName}`,
    status: 'active',
    ...parts,
    edges,
    trigger: { triggerType: 'event', eventName, ...more },
  });
  return id;
}

async function tagged(api: DemoApi, id: string, tag: string, patienceMs: number): Promise<boolean> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const { tags } = await api.call<OrderReply>('GET', `/v1/order/${id}`);
    if (tags.includes(tag)) return true;
    if (Date.now() > until) return false;
    await sleep(LOOK_EVERY_MS);
  }
}
