import { afterEach, beforeEach, expect, it } from 'vitest';
import { isRefusal } from '../../../../../../lib/platform/core/refusal.ts';
import {
  createAgent,
  deleteAgent,
  listAgentRuns,
  type StoredAgent,
} from '../../../../../../lib/reactions/agents/index.ts';
import { outcomeOf } from '../../../../../../lib/reactions/agents/runs/run.ts';
import { notify } from '../../../../../../lib/reactions/notifications/index.ts';
import { anyJob } from '../../../../../support/builders/any-job.ts';
import {
  must,
  type NotificationsAtWork,
  startNotifications,
} from '../../../../../support/notifications-at-work.ts';

let work: NotificationsAtWork;
let agent: StoredAgent;
beforeEach(async () => {
  work = await startNotifications();
  agent = must(
    await createAgent(work.db.deps, work.organizationId, {
      name: 'Watcher',
      description: null,
      model: null,
      instructions: 'Look.',
      outputFormat: {},
      tools: null,
      isReportOnly: true,
    }),
  );
});
afterEach(() => work.stop());

const runs = async () => {
  const reader = {
    organizationId: work.organizationId,
    actor: { id: 'key_1' },
    storeLocationIds: null,
    driverGroupIds: null,
  };
  return (await listAgentRuns(work.db.deps.table, reader, agent.value.id, { limit: 10 })).runs;
};

it('6.5 a trigger hands what it fired for to its agent, once', async () => {
  await work.trigger({ agentId: agent.value.id });
  const { operations, next } = anyJob({
    organizationId: work.organizationId,
    id: work.db.deps.ids.next('job'),
  });
  await work.db.deps.table.write(operations);
  const jobId = next.job.value.id;
  const event = work.event('delivery.dropoff_complete', {
    jobId,
    taskId: next.tasks[0]?.value.id,
    deliveryId: next.deliveries[0]?.value.id,
    status: 'dropoff_complete',
    historyLength: 1,
  });
  await notify(work.db.deps, event);
  await notify(work.db.deps, event);
  const found = await runs();
  expect(found).toMatchObject([{ startedBy: { type: 'notification', by: null }, status: 'queued' }]);
  expect(found[0]?.material).toContain(jobId);
});

it('6.5 an agent that a trigger hands over to cannot be deleted, and must be there', async () => {
  await work.trigger({ agentId: agent.value.id });
  const refused = await deleteAgent(work.db.deps, work.organizationId, agent.value.id);
  expect(isRefusal(refused) && refused.kind.code).toBe('CONFLICT');
  await expect(work.trigger({ agentId: 'agt_unknown' })).rejects.toThrow('agt_unknown');
});

it('an agent is not told of the end of its own runs', async () => {
  await work.trigger({ type: 'ai_conversation_completed', parameters: {}, agentId: agent.value.id });
  await notify(work.db.deps, work.event('agent.conversation_completed', { runId: 'agr_1' }));
  expect(await runs()).toEqual([]);
});

it('8.3 the end of a run says what it was about, and which of its output fields are true', () => {
  const material = JSON.stringify({ jobId: 'job_1', deliveryId: 'dlv_1', routeId: null });
  expect(outcomeOf({ material, fields: { invalid_pod: true, blurred: false, note: 'x' } })).toEqual({
    jobId: 'job_1',
    deliveryId: 'dlv_1',
    findings: ['invalid_pod'],
  });
  expect(outcomeOf({ material: null, fields: null })).toEqual({ findings: [] });
  expect(outcomeOf({ material: '"text"', fields: null })).toEqual({ findings: [] });
});
