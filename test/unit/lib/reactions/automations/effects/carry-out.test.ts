import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { strategiesArea } from '../../../../../../functions/api/strategies/index.ts';
import { actionCatalogue } from '../../../../../../lib/engines/workflows/index.ts';
import { carryOut } from '../../../../../../lib/reactions/automations/effects/carry-out.ts';
import {
  type CarryOut,
  changesOrder,
} from '../../../../../../lib/reactions/automations/effects/define-carry-out.ts';
import { findCarryOut } from '../../../../../../lib/reactions/automations/effects/find-carry-out.ts';
import type { Worker } from '../../../../../../lib/reactions/automations/work/define-worker.ts';
import { workers } from '../../../../../../lib/reactions/automations/work/workers.ts';
import { type Automations, act, startAutomations } from '../../../../../support/automations.ts';

const effect = {
  key: 'wfx_1:n',
  nodeKey: 'n',
  action: 'add_tag',
  background: false,
  target: null,
  payload: { add: ['vip'] },
  chainDepth: 1,
} as const;

describe('4.6.6 carrying out', () => {
  it('knows every action of the catalogue', () => {
    expect(Object.keys(carryOut()).sort()).toEqual(
      actionCatalogue()
        .map(({ key }) => key)
        .sort(),
    );
  });

  it('does not compile without one of them, nor with the content of another', () => {
    const { add_tag: _, ...others } = carryOut();
    // @ts-expect-error the action add_tag is missing
    const incomplete: ReturnType<typeof carryOut> = others;
    const { ai_decision: __, ...otherWorkers } = workers;
    // @ts-expect-error the work of ai_decision is missing
    const idle: typeof workers = otherWorkers;
    // @ts-expect-error a tag has no route
    const mistaken: CarryOut<'add_tag'> = changesOrder((_order, { routeId }) => ({ tags: [routeId] }));
    // @ts-expect-error a summary is no decision
    const confused: Worker<'ai_decision'> = workers.summarize;
    expect([incomplete, idle, mistaken, confused]).toHaveLength(4);
  });

  it('takes only the content that the action declares', () => {
    expect(findCarryOut(carryOut(), effect).known.payload).toEqual({ add: ['vip'] });
    expect(() => findCarryOut(carryOut(), { ...effect, payload: { tag: 'vip' } })).toThrow('add');
    const { add_tag: _, ...others } = carryOut();
    expect(() => findCarryOut(others, effect)).toThrow('"add_tag" cannot be carried out here.');
  });
});

describe('4.6.5 order.creating', () => {
  let api: Automations;
  beforeEach(async () => {
    api = await startAutomations([], { areas: [strategiesArea] });
  });
  afterEach(() => api.stop());

  it('carries out every action that may stand on it, in the transaction of the order', async () => {
    await api.must('POST /v1/custom-event-definitions', { body: { key: 'noted', name: 'Noted' } });
    const strategy = await api.must('POST /v1/options_group', { body: { label: 'Cheapest' } });
    const to = { to: 'a@example.com', subject: 'New', body: 'An order came in.' };
    const nodes = [
      act('dispatch_strategy', { dispatchStrategyId: strategy.id }),
      act('add_tag', { tag: 'vip' }),
      act('add_requirements', { requirements: ['custom:gloves'] }),
      act('modify_order_price_or_tip', { target: 'tip', operation: 'set', amountCents: 250 }),
      act('modify_order_instructions', { target: 'dropoff_instructions', text: 'Ring twice.' }),
      act('modify_order_metadata', { key: 'source', value: 'web' }),
      act('extract_metadata_field', { path: 'source' }),
      act('emit_custom_event', { name: 'noted' }),
      act('send_email', to),
    ];
    await api.workflow('order.creating', nodes);
    const { id } = await api.order();
    expect(await api.must('GET /v1/order/{id}', { params: { id } })).toMatchObject({
      dispatchStrategyId: strategy.id,
      tags: ['vip'],
      requirements: ['custom:gloves'],
      tipAmountCents: 250,
      dropoffInstructions: expect.stringContaining('Ring twice.'),
      orderMetadata: { source: 'web' },
    });
    const [run] = await api.rows('workflowRun');
    expect(run).toMatchObject({ status: 'completed', mode: 'synchronous' });
    expect(await api.db.events('workflow_run.message_due')).toHaveLength(1);
    expect(await api.db.events('custom_event.occurred')).toHaveLength(1);
  });
});
