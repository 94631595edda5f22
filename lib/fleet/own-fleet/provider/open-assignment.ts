import type { OwnFleetSettings } from '../../../fulfilment/providers/accounts/index.ts';
import { type Clock, toInstant } from '../../../platform/core/clock.ts';
import { create, type Operation, type Table } from '../../../platform/table/index.ts';
import { armTimer, readTimer } from '../../../platform/timers/index.ts';
import {
  type Assignment,
  assignmentEntity,
  assignmentEvents,
  assignmentPartition,
  assignmentTimer,
} from './assignment.ts';

/** When the timer looks after an assignment whose worker's message was lost. Milliseconds. */
const WATCH_MS = 60_000;

/** The writes that open an assignment, which a worker then offers to couriers. 1 call. */
export async function openAssignment(
  { table, clock }: { readonly table: Table; readonly clock: Clock },
  of: Pick<Assignment, 'organizationId' | 'id' | 'jobId'> & { readonly settings: OwnFleetSettings },
): Promise<readonly Operation[]> {
  const { organizationId, id, jobId, settings } = of;
  const at = toInstant(clock.now());
  const assignment: Assignment = {
    organizationId,
    id,
    jobId,
    phase: 'looking',
    courierId: null,
    offeredUntil: null,
    assignedBy: null,
    refusedBy: [],
    carriedBefore: [],
    turn: 0,
    searchUntil: toInstant(clock.now() + settings.searchMinutes * 60_000),
    acceptanceSeconds: settings.acceptanceSeconds,
    createdAt: at,
    updatedAt: at,
  };
  return [
    create(assignmentEntity, assignment),
    assignmentEvents.opened.record({
      aggregate: assignmentPartition(assignment),
      cause: 'opened',
      occurredAt: at,
      data: { assignmentId: id, jobId, courierId: null },
    }),
    ...armTimer({
      organizationId,
      kind: assignmentTimer,
      subject: id,
      dueAt: toInstant(clock.now() + WATCH_MS),
      data: { assignmentId: id },
      occurredAt: at,
      stored: await readTimer(table, { organizationId, kind: assignmentTimer, subject: id }),
    }),
  ];
}

/** The write that reports that a task is taken back from an assignment. */
export function recallTask(
  clock: Clock,
  of: Pick<Assignment, 'organizationId' | 'id' | 'jobId'> & { readonly taskId: string },
): Operation {
  const { organizationId, id, jobId, taskId } = of;
  return assignmentEvents.recalled.record({
    aggregate: assignmentPartition({ organizationId, id }),
    cause: `recalled#${taskId}`,
    occurredAt: toInstant(clock.now()),
    data: { assignmentId: id, jobId, courierId: null },
  });
}
