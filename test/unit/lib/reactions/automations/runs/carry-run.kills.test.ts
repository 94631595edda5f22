import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { worker as performWork } from '../../../../../../functions/workers/do-workflow-work.ts';
import type { ModelRequest } from '../../../../../../lib/engines/models/index.ts';
import { type Automations, act, startAutomations } from '../../../../../support/automations.ts';
import { faultyProvider } from '../../../../../support/faulty-provider.ts';
import { Killed, type Killer, killerOf } from '../../../../../support/killer.ts';

const provider = faultyProvider({ id: 'prv_one', name: 'One', priceCents: 500 }).provider;

let api: Automations;
let killer: Killer;
/** Questions that were asked, by prompt. */
let asked: string[];
beforeEach(async () => {
  asked = [];
  api = await startAutomations([provider], {
    workers: [performWork],
    extra: () => ({
      model: {
        ask: async ({ material }: ModelRequest) => {
          asked.push(material);
          return { reply: 'fine', usage: { inputTokens: 1, outputTokens: 1 } };
        },
      },
      defaultModel: 'scripted',
    }),
  });
  killer = killerOf(api.db);
  await api.must('POST /v1/custom-event-definitions', { body: { key: 'noted', name: 'Noted' } });
});
afterEach(() => api.stop());

const LEASE_MS = 91_000;

/** Lets the queues deliver until nothing is left, whichever workers are killed meanwhile. */
async function untilQuiet(): Promise<boolean> {
  let isKilled = false;
  for (let tries = 0; tries < 20; tries += 1) {
    try {
      await api.drain();
      return killer.revive() || isKilled;
    } catch (error) {
      const wasKilled = killer.revive();
      isKilled ||= wasKilled;
      // A worker that finds work of another one checks again when that one must have ended.
      if (!wasKilled && !String(error).includes('under way')) throw error;
      api.db.deps.clock.advance(LEASE_MS);
    }
  }
  throw new Error('It never gets quiet.');
}

/** Everything that the run left behind for an order. */
async function left(orderId: string) {
  const ofOrder = (rows: readonly { orderIds?: string[]; orderId?: string }[]) =>
    rows.filter((row) => row.orderId === orderId || row.orderIds?.includes(orderId));
  const runs = ofOrder(await api.rows('workflowRun')) as { id: string; status: string; problem: string }[];
  const ids = runs.map(({ id }) => id);
  const events = await api.db.events();
  const legs = (await api.rows('workflowRunLeg')).filter(({ runId }) => ids.includes(runId));
  return {
    runs: runs.map(({ status, problem }) => ({ status, problem })),
    // A step that waits is recorded again when it ends.
    steps: [
      ...new Set(legs.flatMap(({ steps }) => steps.map(({ nodeKey }: { nodeKey: string }) => nodeKey))),
    ],
    sent: ofOrder(await api.rows('notification')).length,
    noted: events.filter(
      ({ name, aggregateId }) => name === 'custom_event.occurred' && aggregateId === orderId,
    ).length,
    ended: events.filter(
      ({ name, data }) => name === 'workflow_run.ended' && ids.includes((data as { runId: string }).runId),
    ).length,
    asked: asked.filter((prompt) => prompt.includes(orderId)).length,
    order: await api.must('GET /v1/order/{id}', { params: { id: orderId } }),
  };
}

/** Four legs: changes with a message, an event of its own, work, and what follows it. */
const FOUR_LEGS = [
  act('modify_order_price_or_tip', { target: 'tip', operation: 'set', amountCents: 250 }),
  act('send_sms', { to: '{{customer.phone_number}}', body: 'Hello', oncePerOrder: true }),
  act('emit_custom_event', { name: 'noted' }),
  act('agent_call', { prompt: 'Look at {{order.id}}' }),
  act('add_tag', { tag: '{{node_var_agent_call__report}}' }),
  act('cancel_order', { reason: 'Closed.' }),
];
const STEPS = ['start', ...FOUR_LEGS.map(({ nodeKey }) => nodeKey)];

describe('4.6 a run that is killed in any of its legs', () => {
  it.each(['before', 'after'] as const)(
    'started by an event, killed %s any of its transactions, does everything once',
    async (when) => {
      await api.workflow('order.created', FOUR_LEGS);
      let isKilled = true;
      for (let transaction = 1; isKilled; transaction += 1) {
        const { id } = await api.order();
        killer.aim(transaction, when);
        isKilled = await untilQuiet();
        const { runs, steps, order, ...counts } = await left(id);
        // Nobody knows whether a killed worker asked its question, so it is not asked again.
        const isInterrupted = runs[0]?.problem?.includes('interrupted') === true;
        expect({ transaction, ...counts }).toEqual({
          transaction,
          ...{ sent: 1, noted: 1, ended: 1 },
          asked: isInterrupted ? expect.any(Number) : 1,
        });
        expect(counts.asked).toBeLessThanOrEqual(1);
        expect({ transaction, runs }).toMatchObject({
          runs: [{ status: isInterrupted ? 'failed' : 'completed' }],
        });
        expect(steps).toEqual(isInterrupted ? STEPS.slice(0, 5) : STEPS);
        expect(order).toMatchObject({ tipAmountCents: 250, tags: isInterrupted ? [] : ['fine'] });
        expect(order.status).toBe(isInterrupted ? 'valid' : 'canceled');
      }
    },
    60_000,
  );

  it.each(['before', 'after'] as const)(
    'started by hand inside the request, killed %s any of its transactions, comes to its end',
    async (when) => {
      const workflow = await api.workflow('order.archived', FOUR_LEGS);
      let isKilled = true;
      for (let transaction = 1; isKilled; transaction += 1) {
        const { id } = await api.order();
        await untilQuiet();
        killer.aim(transaction, when);
        const request = { params: { id: workflow }, body: { entityRefs: { order: id }, sync: true } };
        await api.call('POST /v1/workflows/{id}/trigger', request).catch((error) => {
          expect(error).toBeInstanceOf(Killed);
        });
        isKilled = killer.revive();
        await untilQuiet();
        const { runs, steps, order, ...counts } = await left(id);
        if (isKilled && transaction === 1 && when === 'before') {
          expect(runs).toEqual([]);
          continue;
        }
        expect({ transaction, runs }).toMatchObject({ runs: [{ status: 'completed' }] });
        expect(steps).toEqual(STEPS);
        expect(counts).toEqual({ sent: 1, noted: 1, ended: 1, asked: 1 });
        expect(order).toMatchObject({ tipAmountCents: 250, tags: ['fine'], status: 'canceled' });
      }
    },
    60_000,
  );
});
