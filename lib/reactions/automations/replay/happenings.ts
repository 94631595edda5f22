import { listensTo, type WorkflowDefinition } from '../../../engines/workflows/index.ts';
import { jobPartition } from '../../../fulfilment/jobs/index.ts';
import { orderEntity, orderPartition } from '../../../ordering/orders/index.ts';
import { type EventRecord, eventEntity } from '../../../platform/events/index.ts';
import { readOrganization } from '../../../platform/organization/index.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { runIdOf } from '../runs/new-run.ts';
import { occurredEventOf } from '../runs/occurred-event.ts';
import { type RunEntry, runEntryEntity, runLinkEntity, runsPartition } from '../runs/run.ts';
import type { RunSubject } from '../runs/run-context.ts';
import { WINDOW_TRIGGERS } from '../workflow.ts';

/** Something that started the workflow, or would have started it. */
export interface Happening {
  readonly at: string;
  readonly name: string;
  /** The run of this workflow for it, which may not exist. */
  readonly runId: string;
  readonly subject: RunSubject;
  readonly event: EventRecord | undefined;
}

/** Position in a search through past events. */
export type Place = { readonly at: string; readonly id: string } | null;

/** A part of the past events, newest first, and where the next part starts; null when there are no more. */
export interface Portion {
  readonly happenings: readonly Happening[];
  readonly next: Place;
}

type Trigger = WorkflowDefinition['trigger'];

/** Orders and runs of one portion. */
const ORDERS = 25;
const RUNS = 50;

/** Events of one order or job that are read. */
const EVENTS = 200;

/** The next part of the past events that would have started a workflow with this trigger. */
export function readPastEvents(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  of: { readonly organizationId: string; readonly workflowId: string; readonly trigger: Trigger },
  range: { readonly from: string | null; readonly to: string | null },
  after: Place,
): Promise<Portion> {
  return isOfOrders(of.trigger) ? ofOrders(deps, of, range, after) : ofRuns(deps, of, range, after);
}

/**
 * Events of orders and their jobs are stored together with them; other causes are known from the runs that they
 * started.
 */
function isOfOrders({ triggerType, eventName = '' }: Trigger): boolean {
  const isElsewhere = eventName.startsWith('route.') || eventName.startsWith('optimization.');
  return triggerType === 'event' && !WINDOW_TRIGGERS.includes(eventName) && !isElsewhere;
}

async function ofOrders(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: { readonly organizationId: string; readonly workflowId: string; readonly trigger: Trigger },
  { from, to }: { readonly from: string | null; readonly to: string | null },
  after: Place,
): Promise<Portion> {
  const { organizationId } = of;
  const organization = await readOrganization({ table }, organizationId);
  const rows = await table.list(orderEntity, {
    organizationId,
    shards: organization.value.listShards,
    direction: 'DESC',
    limit: ORDERS,
    from: from ?? new Date(clock.now() - 90 * 24 * 3_600_000).toISOString(),
    ...(after ? { after } : {}),
  });
  const found = await Promise.all(rows.map(({ id }) => ofOrder(table, of, id)));
  const last = rows.at(-1);
  return {
    happenings: found.flat().filter(({ at }) => at >= (from ?? '') && at <= (to ?? '~')),
    next: last && rows.length === ORDERS ? { at: last.at, id: last.id } : null,
  };
}

async function ofOrder(
  table: CoreDeps['table'],
  of: { readonly organizationId: string; readonly workflowId: string; readonly trigger: Trigger },
  orderId: string,
): Promise<readonly Happening[]> {
  const { organizationId, workflowId, trigger } = of;
  const { eventName = '' } = trigger;
  const partition = orderPartition({ organizationId, id: orderId });
  const page = { limit: EVENTS, newestFirst: true };
  if (eventName === 'order.creating' || eventName === 'order.validating') {
    const stored = await table.get(orderEntity, { organizationId, id: orderId });
    const links = await table.readLog(runLinkEntity, partition, page);
    const before = links.find(({ value }) => value.workflowId === workflowId)?.value;
    const at = before?.createdAt ?? stored?.value.createdAt ?? '';
    const runId = before?.runId ?? runIdOf(workflowId, `${orderId}#replay`);
    return stored ? [{ at, name: eventName, runId, subject: { orderId }, event: undefined }] : [];
  }
  const stored = await table.get(orderEntity, { organizationId, id: orderId });
  const jobId = stored?.value.jobId;
  const logs = await Promise.all([
    table.readLog(eventEntity, partition, page),
    jobId === undefined ? [] : table.readLog(eventEntity, jobPartition(organizationId, jobId), page),
  ]);
  return logs.flat().flatMap(({ value: event }) => {
    const happened = occurredEventOf(event);
    if (!listensTo({ ...trigger, isEnabled: true }, happened.event)) return [];
    const runId = runIdOf(workflowId, event.id);
    return [{ at: event.occurredAt, name: happened.event.name, runId, subject: happened.subject, event }];
  });
}

async function ofRuns(
  { table }: Pick<CoreDeps, 'table' | 'clock'>,
  { organizationId, workflowId }: { readonly organizationId: string; readonly workflowId: string },
  { from, to }: { readonly from: string | null; readonly to: string | null },
  after: Place,
): Promise<Portion> {
  const place = after ?? (to === null ? null : { at: to, id: '~' });
  const page = await table.readLog(runEntryEntity, runsPartition(organizationId, workflowId), {
    limit: RUNS,
    newestFirst: true,
    ...(place
      ? { after: { organizationId, workflowId, createdAt: place.at, id: place.id } as RunEntry }
      : {}),
  });
  const entries = page.map(({ value }) => value);
  const last = entries.at(-1);
  const isOver = entries.length < RUNS || (last && last.createdAt < (from ?? ''));
  return {
    happenings: entries
      .filter(({ createdAt, startedBy }) => createdAt >= (from ?? '') && startedBy.type !== 'test')
      .map(({ id: runId, createdAt: at, startedBy, orderIds, jobIds, routeIds }) => {
        const subject = { orderId: orderIds[0], jobId: jobIds[0], routeId: routeIds[0] };
        return { at, name: startedBy.name, runId, subject, event: undefined };
      }),
    next: last && !isOver ? { at: last.createdAt, id: last.id } : null,
  };
}
