import { create, type Operation } from '../../../platform/table/index.ts';
import { entryOf, type RunRow, runEntity, runEntryEntity, runPartition } from './run.ts';
import { runDue } from './run-events.ts';

/** The writes that queue a new run for a worker: 3 members. */
export function queueRun(row: RunRow): readonly Operation[] {
  const queued: RunRow = { ...row, status: 'queued' };
  return [
    create(runEntity, queued),
    create(runEntryEntity, entryOf(queued)),
    dueEvent(row, 'queued', row.createdAt),
  ];
}

/** The event that a run can continue. `cause` distinguishes occurrences. */
export function dueEvent(
  { organizationId, id: runId }: Pick<RunRow, 'organizationId' | 'id'>,
  cause: string,
  occurredAt: string,
  nodeKey: string | null = null,
): Operation {
  const aggregate = runPartition(organizationId, runId);
  return runDue.record({ aggregate, cause, occurredAt, data: { runId, nodeKey } });
}
