import { listensTo, runLifecycle } from '../../../engines/workflows/index.ts';
import type { UnansweredRun } from '../../../fulfilment/dispatch/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { listenersPartition, workflowListenerEntity } from '../workflow.ts';
import { runIdOf } from './new-run.ts';
import { occurredEventOf, TRIGGERING_EVENTS } from './occurred-event.ts';
import { runEntity } from './run.ts';

const triggering: ReadonlySet<string> = new Set(TRIGGERING_EVENTS.map(({ name }) => name));

/**
 * The runs of active workflows that these events start, unless they have ended: also those that no worker has started
 * yet, because their ids follow from workflow and event. 1 call for each name of an event, and 1 for 100 runs.
 */
export async function unansweredRuns(
  table: Table,
  organizationId: string,
  records: readonly EventRecord[],
): Promise<readonly UnansweredRun[]> {
  const happened = records
    .filter(({ name }) => triggering.has(name))
    .map((record) => ({ record, event: occurredEventOf(record).event }));
  const names = [...new Set(happened.map(({ event }) => event.name))];
  const listeners = await Promise.all(
    names.map(async (name) => {
      const aggregate = await table.readAggregate(listenersPartition(organizationId, name));
      return [name, aggregate.all(workflowListenerEntity).map(({ value }) => value)] as const;
    }),
  );
  const byName = new Map(listeners);
  const expected = happened.flatMap(({ record, event }) =>
    (byName.get(event.name) ?? [])
      .filter(({ trigger }) => listensTo(trigger, event))
      .map((listener) => ({ record, listener, id: runIdOf(listener.workflowId, record.id) })),
  );
  const runs = await table.getMany(
    runEntity,
    expected.map(({ id }) => ({ organizationId, id })),
  );
  return expected.flatMap(({ record, listener }, index) => {
    const run = runs[index]?.value;
    // A workflow that was activated after the event does not start for it.
    const isAwaited = run ? !runLifecycle.isOver(run.status) : (listener.since ?? '') <= record.occurredAt;
    return isAwaited ? [{ workflowName: listener.name, since: record.occurredAt }] : [];
  });
}
