import type { JsonObject, RunContext } from '../../../engines/workflows/index.ts';
import { loadRoute, type RouteAggregate } from '../../../fleet/routes/index.ts';
import {
  advancedTask,
  deliveryOf,
  type JobAggregate,
  jobIdOf,
  readJob,
  renderJob,
} from '../../../fulfilment/jobs/index.ts';
import { chatChannelOf } from '../../../fulfilment/providers/accounts/index.ts';
import { type Order, orderEntity, orderPartition, orderVariables } from '../../../ordering/orders/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { occurredEventsEntity } from '../../custom-events/index.ts';

/** The subject of a run. */
export interface RunSubject {
  readonly orderId?: string | null | undefined;
  readonly jobId?: string | null | undefined;
  /** A task, delivery or configuration of the job; if absent, that of the order, otherwise the first one. */
  readonly partId?: string | null | undefined;
  readonly routeId?: string | null | undefined;
  /** For the event of a stop, the stop of the route. */
  readonly stopSequence?: number | null | undefined;
}

/** The entities of a run, with the ids by which the run is found. */
export interface Gathered {
  readonly context: RunContext;
  readonly occurredEvents: {
    readonly order: readonly string[] | null;
    readonly job: readonly string[] | null;
    readonly task: readonly string[] | null;
    readonly delivery: readonly string[] | null;
  };
  readonly orderIds: string[];
  readonly jobIds: string[];
  readonly deliveryIds: string[];
  readonly routeIds: string[];
}

/** Reads the subject of a run: the order and its job, whichever is given, and the current attempt. 1 to 2 calls. */
export async function gatherContext(
  table: Table,
  organizationId: string,
  subject: RunSubject,
): Promise<Gathered> {
  const route = subject.routeId ? await loadRoute(table, { organizationId, id: subject.routeId }) : undefined;
  const jobIdGiven = subject.jobId ?? (subject.partId ? jobIdOf(subject.partId) : undefined);
  const job = jobIdGiven ? await readJob(table, organizationId, jobIdGiven) : undefined;
  const configuration = job && configurationOf(job, subject);
  const orderId = subject.orderId ?? configuration?.orderId ?? undefined;
  const order = orderId ? await readOrderWithEvents(table, organizationId, orderId) : undefined;
  const carrier = job ?? (await jobOfOrder(table, organizationId, order?.order));
  const part = carrier && configurationOf(carrier, { ...subject, orderId });
  const jobKeys = carrier ? await occurredOn(table, organizationId, 'job', carrier.job.value.id) : null;
  const providerId = carrier && part ? advancedTask(carrier, part.id)?.providerId : undefined;
  const chatChannel = await chatChannelOf(table, organizationId, providerId);
  const shown = carrier && part ? jobViews(carrier, part.id, chatChannel) : undefined;
  return {
    context: {
      ...(order ? { order: orderVariables(order.order) } : {}),
      ...(shown ?? {}),
      ...(route ? { route: routeView(route, subject.stopSequence ?? null) } : {}),
    },
    occurredEvents: {
      order: order?.keys ?? null,
      job: jobKeys,
      task: shown?.task ? jobKeys : null,
      delivery: shown?.delivery ? jobKeys : null,
    },
    orderIds: order ? [order.order.id] : [],
    jobIds: carrier ? [carrier.job.value.id] : [],
    routeIds: route ? [route.route.id] : [],
    deliveryIds: typeof shown?.delivery?.id === 'string' ? [shown.delivery.id] : [],
  };
}

async function readOrderWithEvents(table: Table, organizationId: string, id: string) {
  const aggregate = await table.readAggregate(orderPartition({ organizationId, id }));
  const order = aggregate.one(orderEntity)?.value;
  return order && { order, keys: aggregate.one(occurredEventsEntity)?.value.keys ?? [] };
}

async function occurredOn(
  table: Table,
  organizationId: string,
  entityType: 'order' | 'job',
  entityId: string,
) {
  const stored = await table.get(occurredEventsEntity, { organizationId, entityType, entityId });
  return stored?.value.keys ?? [];
}

async function jobOfOrder(table: Table, organizationId: string, order: Order | undefined) {
  return order?.jobId === undefined ? undefined : readJob(table, organizationId, order.jobId);
}

function configurationOf(job: JobAggregate, { orderId, partId }: RunSubject) {
  const all = job.configurations.map(({ value }) => value);
  const part = job.tasks.find(({ value }) => value.id === partId || value.deliveryId === partId)?.value;
  return (
    all.find(({ id }) => id === partId || id === part?.configurationId) ??
    all.find((configuration) => orderId && configuration.orderId === orderId) ??
    all[0]
  );
}

/** The job, the package, the current attempt and its delivery, under the names of fields. */
function jobViews(aggregate: JobAggregate, configurationId: string, providerChatChannel: string | null) {
  const { jobConfigurations, ...job } = renderJob(aggregate);
  const configuration = jobConfigurations.find(({ id }) => id === configurationId);
  const task = advancedTask(aggregate, configurationId);
  const delivery = deliveryOf(aggregate, task);
  const rendered = configuration?.tasks.at(-1);
  return {
    job: plain({
      ...job,
      status: aggregate.job.value.summary.status,
      publicTrackingUrl: configuration?.publicTrackingUrl ?? null,
    }),
    package: configuration ? plain(configuration.package) : null,
    task:
      task && rendered
        ? plain({
            ...rendered,
            delivery: undefined,
            providerName: task.providerName,
            providerChatChannel,
            failureReason: task.failureReason,
            attempt: task.attempt,
          })
        : null,
    delivery: delivery && configuration?.delivery ? plain(configuration.delivery) : null,
  };
}

/** A route under the names that workflows use (specification 2.7). */
function routeView({ route }: RouteAggregate, stopSequence: number | null): JsonObject {
  const { firstName = null, lastName = null } = route.courier ?? {};
  const driver = [firstName, lastName].filter((part) => part !== null).join(' ');
  return {
    id: route.id,
    status: route.status,
    provider: route.providerName,
    driver: driver === '' ? null : driver,
    stop_sequence: stopSequence,
    stops_completed: route.stopsCompleted,
    total_stops: route.stopCount,
    planned_departure: route.plannedDeparture,
    actual_departure: route.actualDeparture,
    planned_completion: route.plannedCompletion,
  };
}

/** As JSON has it: without undefined values. */
function plain(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value));
}
