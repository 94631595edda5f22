import type { EventRecord } from '../../../platform/events/index.ts';
import { loadPlan } from '../runs/load-plan.ts';
import type { RunDeps } from '../runs/run-deps.ts';
import { startOnce } from '../runs/start-once.ts';
import { workflowEntity } from '../workflow.ts';
import { scheduleFired, scheduleOf } from './sync-schedule.ts';

/** Starts a workflow at its scheduled time, once per time, unless it was switched off meanwhile. */
export async function startOnSchedule(deps: RunDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  const { workflowId, at } = scheduleFired.parse(record).data;
  const stored = await deps.table.get(workflowEntity, { organizationId, id: workflowId });
  const schedule = stored && scheduleOf(stored.value);
  if (!stored || !schedule) return;
  const { name: workflowName, version } = stored.value;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  const startedBy = {
    type: 'cron' as const,
    name: schedule.cronExpression,
    eventId: record.id,
    by: null,
  };
  await startOnce(deps, {
    organizationId,
    plan,
    cause: record.id,
    startedBy,
    mode: 'asynchronous',
    subject: {},
    triggerMetadata: { scheduledAt: at },
  });
}
