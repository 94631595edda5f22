import * as z from 'zod';
import { digest } from '../../../platform/core/ids.ts';
import { retryLostRace } from '../../../platform/core/retry-lost-race.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { create, defineEntity, type Operation, save } from '../../../platform/table/index.ts';
import { deliveryOf, jobPartition, readJob, type TaskEventData, taskEvents } from '../../jobs/index.ts';
import { areaOf } from '../../quotes/index.ts';
import { type ProviderRecord, providerRecordEntity, RECORD_SHARDS } from '../../strategies/index.ts';

/** Ends of attempts that say something about the provider. */
export const OUTCOME_EVENTS = Object.freeze([
  taskEvents.completed,
  taskEvents.failed,
  taskEvents.canceled_by_provider,
]);

const outcomeSchema = z.object({ organizationId: z.string(), jobId: z.string(), taskId: z.string() });

type CountedOutcome = z.infer<typeof outcomeSchema>;

/** Marks that the end of an attempt was counted. */
export const outcomeEntity = defineEntity<CountedOutcome, CountedOutcome>({
  name: 'countedOutcome',
  schema: outcomeSchema,
  partition: ({ organizationId, jobId }) => jobPartition(organizationId, jobId),
  sort: ({ taskId }) => ({ kind: 'log', parts: [taskId] }),
});

/** Counts how an attempt ended, for its provider in its area and everywhere; once, however often it is reported. */
export async function recordOutcome(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  event: EventRecord,
): Promise<void> {
  const { organizationId } = event;
  const { jobId, taskId } = event.data as TaskEventData;
  const job = await readJob(deps.table, organizationId, jobId);
  const task = job?.tasks.find(({ value }) => value.id === taskId)?.value;
  const configuration = job?.configurations.find(({ value }) => value.id === task?.configurationId)?.value;
  const delivery = job && deliveryOf(job, task);
  const { providerId = null } = task ?? {};
  if (!task || providerId === null || !configuration || !delivery) return;
  const arrived = delivery.statusHistory.find(({ status }) => status === 'dropoff_complete')?.created_at;
  const counts = {
    ended: 1,
    completed: task.status === 'completed' ? 1 : 0,
    canceled: task.status === 'canceled_by_provider' ? 1 : 0,
    timed: arrived !== undefined && delivery.dropoffDeadline !== null ? 1 : 0,
    onTime:
      arrived !== undefined && delivery.dropoffDeadline !== null && arrived <= delivery.dropoffDeadline
        ? 1
        : 0,
  };
  const { addressCountry: country, addressState: state } = configuration.package.dropoffLocation;
  const areas = [...new Set([areaOf({ country, state }), '*'])];
  const shard = Number.parseInt(digest(taskId).slice(0, 4), 36) % RECORD_SHARDS;
  const isRecorded = await retryLostRace(deps.clock, async () => {
    const operations: Operation[] = [create(outcomeEntity, { organizationId, jobId, taskId })];
    for (const area of areas) {
      operations.push(await added(deps, { organizationId, providerId, area, shard }, counts));
    }
    const isWritten = (await deps.table.write(operations)).ok;
    return (
      isWritten || (await deps.table.get(outcomeEntity, { organizationId, jobId, taskId })) !== undefined
    );
  });
  if (!isRecorded)
    throw new Error(`The record of ${providerId} changed too often; ${taskId} will be counted later.`);
}

type Counts = Pick<ProviderRecord, 'ended' | 'completed' | 'canceled' | 'timed' | 'onTime'>;

async function added(
  { table }: Pick<CoreDeps, 'table'>,
  key: Pick<ProviderRecord, 'organizationId' | 'providerId' | 'area' | 'shard'>,
  counts: Counts,
): Promise<Operation> {
  const stored = await table.get(providerRecordEntity, key);
  const before: Counts = stored?.value ?? { ended: 0, completed: 0, canceled: 0, timed: 0, onTime: 0 };
  return save(providerRecordEntity, stored, {
    ...key,
    ended: before.ended + counts.ended,
    completed: before.completed + counts.completed,
    canceled: before.canceled + counts.canceled,
    timed: before.timed + counts.timed,
    onTime: before.onTime + counts.onTime,
  });
}
