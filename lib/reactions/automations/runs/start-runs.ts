import { listensTo } from '../../../engines/workflows/index.ts';
import { type DeliveryEventData, isLateStatus, isTerminal } from '../../../fulfilment/jobs/index.ts';
import { orderCreated, orderUpdated } from '../../../ordering/orders/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { armWindowTimers } from '../timing/window-timers.ts';
import { listenersPartition, type WorkflowListener, workflowListenerEntity } from '../workflow.ts';
import { loadPlan } from './load-plan.ts';
import { type Happened, occurredEventOf } from './occurred-event.ts';
import type { RunDeps } from './run-deps.ts';
import { startOnce } from './start-once.ts';
import { WINDOW_EVENTS } from './window-events.ts';

/**
 * Starts every workflow that listens to an event and takes each as far as it can go now. However often the event
 * arrives, each workflow starts once. Without listeners it costs 1 read.
 */
export async function startRuns(deps: RunDeps, record: EventRecord): Promise<void> {
  const { organizationId } = record;
  if (WINDOW_EVENTS.includes(record.name)) await armWindowTimers(deps, record);
  // A late report of a failure that did not end the delivery starts no workflow.
  if (isLateStatus(record) && isTerminal((record.data as DeliveryEventData).status)) return;
  const happened = occurredEventOf(record);
  // Each run starts with the entities as they are now, including changes of the run before it.
  for (const as of reapplies(record) ? [asCreated(happened), happened] : [happened]) {
    for (const listener of await listenersTo(deps, organizationId, as))
      await startListener(deps, listener, record, as);
  }
}

/** Whether an update asks for the workflows for new orders again. */
function reapplies({ name, data }: EventRecord): boolean {
  return name === orderUpdated.name && (data as { reapplyAutomations?: boolean }).reapplyAutomations === true;
}

/** The same as if the order was new. */
function asCreated(happened: Happened): Happened {
  return { ...happened, event: { name: orderCreated.name } };
}

/** The workflows that listen to an event. 1 read. */
async function listenersTo(
  { table }: RunDeps,
  organizationId: string,
  { event }: Happened,
): Promise<readonly WorkflowListener[]> {
  const aggregate = await table.readKept(listenersPartition(organizationId, event.name));
  return aggregate
    .all(workflowListenerEntity)
    .map(({ value }) => value)
    .filter(({ trigger }) => listensTo(trigger, event));
}

async function startListener(
  deps: RunDeps,
  listener: WorkflowListener,
  record: EventRecord,
  happened: Happened,
): Promise<void> {
  const { organizationId, workflowId, version, name: workflowName } = listener;
  const plan = await loadPlan(deps.table, { organizationId, workflowId, workflowName, version });
  if (!plan) throw new Error(`The workflow ${workflowId} has no version ${version}.`);
  await startOnce(deps, {
    organizationId,
    plan,
    cause: record.id,
    startedBy: { type: 'event', name: happened.event.name, eventId: record.id, by: null },
    mode: 'asynchronous',
    subject: happened.subject,
    chainDepth: record.cause?.chainDepth,
    customEvent: happened.customEvent,
    triggerMetadata: happened.metadata,
  });
}
