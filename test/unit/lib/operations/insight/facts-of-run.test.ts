import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordFacts } from '../../../../../lib/operations/insight/index.ts';
import { orderEntity } from '../../../../../lib/ordering/orders/index.ts';
import { create, replace } from '../../../../../lib/platform/table/index.ts';
import {
  type RunRow,
  runEntity,
  runLinkEntity,
  runPartition,
} from '../../../../../lib/reactions/automations/runs/run.ts';
import { runEnded } from '../../../../../lib/reactions/automations/runs/run-events.ts';
import { workflowEntity } from '../../../../../lib/reactions/automations/workflow.ts';
import { anyOrder } from '../../../../support/builders/any-order.ts';
import {
  EVERYTHING,
  type InsightWorld,
  ORGANIZATION,
  recordAll,
  startInsight,
} from '../../../../support/insight-world.ts';

let world: InsightWorld;
beforeEach(async () => {
  world = await startInsight('2026-03-30T12:00:00.000Z');
});
afterEach(() => world.stop());

const PERIOD = { from: '2026-03-30', to: '2026-03-30' };

const run: RunRow = {
  organizationId: ORGANIZATION,
  ...{ id: 'wfx_1', workflowId: 'wf_1', workflowName: 'Rescue', version: 1, status: 'completed' },
  startedBy: { type: 'event', name: 'order.created', eventId: 'evt_1', by: null },
  ...{ orderIds: ['ord_1'], jobIds: [], deliveryIds: ['dlv_1', 'dlv_2'], routeIds: [] },
  ...{ createdAt: '2026-03-30T11:00:00.000Z', completedAt: '2026-03-30T11:01:00.000Z', problem: null },
  ...{ mode: 'asynchronous', chainDepth: 0, legs: 2, isHeld: false, state: null },
  did: { changes: 2, messages: 1, work: 0 },
};

/** The event of a run's end. */
const ended = ({ id, workflowId, status, legs }: RunRow) =>
  runEnded.event({
    aggregate: runPartition(ORGANIZATION, id),
    cause: `ended#${legs}`,
    occurredAt: '2026-03-30T11:01:00.000Z',
    data: { runId: id, workflowId, status },
  });

describe('46 1: effects of workflows', () => {
  it('are counted once for each run, by workflow and store, and a run that is retried stays one', async () => {
    const order = anyOrder({ organizationId: ORGANIZATION, id: 'ord_1', pickupStoreLocationId: 'store_x' });
    const failed: RunRow = { ...run, status: 'failed', did: { changes: 1, messages: 0, work: 0 }, legs: 1 };
    const { table } = world.deps;
    await table.write([create(orderEntity, order), create(runEntity, failed)]);
    await recordFacts(world.deps, ended(failed));
    const stored = await table.get(runEntity, run);
    await table.write([replace(runEntity, stored!, run)]);
    // The first event comes again, late.
    for (const event of [ended(run), ended(failed), ended(run)]) await recordFacts(world.deps, event);
    await world.settle();
    const by = { ...PERIOD, groupBy: ['workflow', 'store'] as const };
    const key = { workflow: 'wf_1', store: 'store_x' };
    expect((await world.ask('workflow-runs', by)).rows).toMatchObject([
      { key, value: 1, parts: { completed: 1, failed: 0, cancelled: 0 } },
    ]);
    expect((await world.ask('workflow-effects', by)).rows).toMatchObject([
      { key, value: 3, parts: { changes: 2, messages: 1, requests: 0 } },
    ]);
    expect((await world.ask('workflow-deliveries', by)).rows).toMatchObject([{ key, value: 2 }]);
    const ofOther = { ...EVERYTHING, storeLocationIds: ['store_y'] };
    expect((await world.ask('workflow-runs', PERIOD, ofOther)).total.value).toBe(0);
  });

  it('leave tests out, and runs that go on', async () => {
    const test: RunRow = { ...run, id: 'wfx_2', mode: 'live_test' };
    const open: RunRow = { ...run, id: 'wfx_3', status: 'running' };
    await world.deps.table.write([create(runEntity, test), create(runEntity, open)]);
    await recordAll(world, [ended(test), ended(open)]);
    await world.settle();
    expect((await world.ask('workflow-runs', PERIOD)).total.value).toBe(0);
  });

  it('show how the deliveries ended for which a workflow ran', async () => {
    const { id: workflowId, at } = { id: 'wf_1', at: '2026-03-01T00:00:00.000Z' };
    const workflow = workflowEntity.definition.schema.parse({
      ...{
        organizationId: ORGANIZATION,
        id: workflowId,
        name: 'Rescue',
        description: null,
        status: 'active',
      },
      ...{
        version: 1,
        trigger: { triggerType: 'event', eventName: 'order.created' },
        nodeCount: 1,
        uses: [],
      },
      ...{ createdAt: at, updatedAt: at },
    });
    const [jobId, other] = [`job_${'0'.repeat(25)}1`, `job_${'0'.repeat(25)}2`];
    const link = { organizationId: ORGANIZATION, workflowId, createdAt: '2026-03-30T10:00:00.000Z' };
    await world.deps.table.write([
      create(workflowEntity, workflow),
      create(runLinkEntity, { ...link, entityType: 'order', entityId: 'ord_1', runId: 'wfx_1' }),
      create(runLinkEntity, { ...link, entityType: 'job', entityId: jobId, runId: 'wfx_2' }),
    ]);
    const end = { status: 'dropoff_complete', at: '2026-03-30T11:30:00.000Z' } as const;
    const touched = await world.end({ id: jobId, configuration: { orderId: 'ord_1' } }, end);
    const untouched = await world.end({ id: other }, { ...end, status: 'failed', isLast: true });
    await recordAll(world, [...touched, ...untouched]);
    await world.settle();
    const { rows } = await world.ask('attempts-by-end', { ...PERIOD, groupBy: ['workflow'] });
    expect(rows).toMatchObject([
      { key: { workflow: workflowId }, value: 1, parts: { delivered: 1 } },
      { key: { workflow: null }, value: 1, parts: { failed: 1 } },
    ]);
  });
});
