import { jobEntity, storesOfJob } from '../../fulfilment/jobs/index.ts';
import { orderEntity, storesOfOrder } from '../../ordering/orders/index.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { type RunRow, readRealRun, runEnded } from '../../reactions/automations/index.ts';
import { type Fact, minuteOf } from './fact.ts';
import { placed } from './facts-of-order.ts';

/** The field that counts each end of a run. */
const ENDS: Readonly<Partial<Record<RunRow['status'], string>>> = Object.freeze({
  completed: 'runsCompleted',
  failed: 'runsFailed',
  cancelled: 'runsCancelled',
});

/**
 * The fact that the end of a workflow's run is, in the minute in which the run started: one that is retried stays one. 1 to
 * 3 calls.
 */
export async function factOfRun(table: Table, event: EventRecord): Promise<Fact | undefined> {
  const { organizationId } = event;
  const { runId } = runEnded.parse(event).data;
  const stored = await readRealRun(table, organizationId, runId);
  const end = stored && ENDS[stored.value.status];
  // Without an end it is being retried, and ends again.
  if (!stored || end === undefined) return undefined;
  const { value: run, version: revision } = stored;
  const [orderId] = run.orderIds;
  const [jobId] = run.jobIds;
  const [routeId] = run.routeIds;
  const sums = {
    [end]: 1,
    runChanges: run.did?.changes ?? 0,
    runMessages: run.did?.messages ?? 0,
    runWork: run.did?.work ?? 0,
    runDeliveries: run.deliveryIds.length,
  };
  const places = {
    ...placed('store', await storesOf(table, organizationId, { orderId, jobId })),
    ...placed('workflow', [run.workflowId]),
  };
  return {
    organizationId,
    id: run.id,
    minute: minuteOf(run.createdAt),
    revision,
    about: {
      ...(orderId === undefined ? {} : { orderId }),
      ...(jobId === undefined ? {} : { jobId }),
      ...(routeId === undefined ? {} : { routeId }),
    },
    places: places as Fact['places'],
    sums: Object.fromEntries(Object.entries(sums).filter(([, value]) => value !== 0)),
  };
}

/** The stores of what a run is about, so that a store's users see its runs. */
async function storesOf(
  table: Table,
  organizationId: string,
  { orderId, jobId }: { readonly orderId: string | undefined; readonly jobId: string | undefined },
): Promise<readonly string[]> {
  const order = orderId && (await table.get(orderEntity, { organizationId, id: orderId }));
  if (order) return storesOfOrder(order.value);
  const job = jobId && (await table.get(jobEntity, { organizationId, id: jobId }));
  return job ? storesOfJob({ job }) : [];
}
