import { listensTo } from '../../../engines/workflows/index.ts';
import { resolveRecovered } from '../../../fulfilment/flags/index.ts';
import { type DeliveryEventData, isLateStatus, isTerminal } from '../../../fulfilment/jobs/index.ts';
import {
  orderArchived,
  orderCanceled,
  orderCreated,
  orderUnarchived,
  orderUpdated,
} from '../../../ordering/orders/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';
import { armWindowTimers } from '../timing/window-timers.ts';
import { listenersPartition, type WorkflowListener, workflowListenerEntity } from '../workflow.ts';
import { loadPlan } from './load-plan.ts';
import { type Happened, occurredEventOf } from './occurred-event.ts';
import type { RunDeps } from './run-deps.ts';
import { startOnce } from './start-once.ts';

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
  const { delivery } = happened;
  if (delivery) {
    const status = happened.event.deliveryStatus ?? '';
    await resolveRecovered(deps, organizationId, { ...delivery, status, at: record.occurredAt });
  }
  const aggregate = await deps.table.readKept(listenersPartition(organizationId, happened.event.name));
  const listeners = aggregate
    .all(workflowListenerEntity)
    .map(({ value }) => value)
    .filter(({ trigger }) => listensTo(trigger, happened.event));
  if (listeners.length === 0) return;
  // Each run starts with the entities as they are now, including changes of the run before it.
  for (const listener of listeners) await startListener(deps, listener, record, happened);
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

/** Events after which the windows of an order may have changed. */
const WINDOW_EVENTS: readonly string[] = [
  orderCreated,
  orderUpdated,
  orderArchived,
  orderUnarchived,
  orderCanceled,
].map(({ name }) => name);
