import * as z from 'zod';
import { toInstant } from '../../../platform/core/clock.ts';
import { digest } from '../../../platform/core/ids.ts';
import { defineEvent, type EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import type { Operation, Stored } from '../../../platform/table/index.ts';
import { type Workflow, workflowEntity, workflowPartition } from '../workflow.ts';
import { schedulerExpression } from './scheduler-expression.ts';
import type { WorkflowScheduler } from './workflow-scheduler.ts';

/** The schedule of a workflow was changed or removed. */
export const scheduleChanged = defineEvent({
  name: 'workflow.schedule_changed',
  schema: z.object({ workflowId: z.string() }),
  summary: 'The schedule of a workflow with a cron trigger was set, changed or removed.',
});

/** A schedule reached its time. */
export const scheduleFired = defineEvent({
  name: 'workflow.schedule_fired',
  schema: z.object({ workflowId: z.string(), at: z.string() }),
  summary: 'A workflow with a cron trigger reached its start time.',
});

type Scheduled = Pick<Workflow, 'status' | 'trigger'>;

/** The schedule that a workflow has while it is active; undefined = none. */
export function scheduleOf({ status, trigger }: Scheduled) {
  const { triggerType, cronExpression, timeZone = 'UTC', isEnabled } = trigger;
  const isOn = status === 'active' && triggerType === 'cron' && isEnabled !== false;
  return isOn && cronExpression !== undefined ? { cronExpression, timeZone } : undefined;
}

/** The event that updates the schedule of a workflow; none when it is unchanged. */
export function planSchedule(stored: Stored<Workflow> | undefined, next: Workflow): readonly Operation[] {
  const [was, is] = [stored && scheduleOf(stored.value), scheduleOf(next)];
  if (JSON.stringify(was) === JSON.stringify(is)) return [];
  const { organizationId, id: workflowId, updatedAt } = next;
  return [
    scheduleChanged.record({
      aggregate: workflowPartition(organizationId, workflowId),
      cause: `schedule#${stored?.version ?? 0}`,
      occurredAt: updatedAt,
      data: { workflowId },
    }),
  ];
}

/** A workflow that keeps changing is left to its next event. */
const ROUNDS = 5;

/**
 * Sets the schedule to the current state of the workflow. Events arrive twice and out of order, and two can be handled
 * at once, so the workflow is read again after each write until what was written matches it.
 */
export async function syncSchedule(
  { table, book }: Pick<CoreDeps, 'table'> & { readonly book: WorkflowScheduler },
  record: EventRecord,
): Promise<void> {
  const { organizationId } = record;
  const { workflowId } = scheduleChanged.parse(record).data;
  const key = { organizationId, id: workflowId };
  const name = `workflow-${digest('schedule', organizationId, workflowId)}`;
  const wanted = async () => {
    const stored = await table.get(workflowEntity, key);
    return stored && scheduleOf(stored.value);
  };
  let schedule = await wanted();
  for (let round = 0; round < ROUNDS; round += 1) {
    if (schedule) {
      const expression = schedulerExpression(schedule.cronExpression);
      await book.put({ name, expression, timeZone: schedule.timeZone, organizationId, workflowId });
    } else await book.remove(name);
    const present = await wanted();
    if (JSON.stringify(present) === JSON.stringify(schedule)) return;
    schedule = present;
  }
}

/** Records in the table that the scheduled time has come. If the scheduler calls twice, the event is the same. */
export async function announceSchedule(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  fired: { readonly organizationId: string; readonly workflowId: string; readonly at: string },
): Promise<void> {
  const { organizationId, workflowId, at } = fired;
  await table.write([
    scheduleFired.record({
      aggregate: workflowPartition(organizationId, workflowId),
      cause: `schedule#${at}`,
      occurredAt: toInstant(clock.now()),
      data: { workflowId, at },
    }),
  ]);
}
