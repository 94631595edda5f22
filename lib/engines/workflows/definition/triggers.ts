import type { EntityName } from './entities.ts';

/** Ways to start a workflow (specification 2.7). Only `event` can be created through the REST API. */
export const triggerTypes = Object.freeze(['event', 'manual', 'webhook', 'cron'] as const);

/** One of the ways. */
export type TriggerType = (typeof triggerTypes)[number];

/** When a window-time trigger fires. */
export const directions = Object.freeze(['before', 'at', 'after'] as const);

type Direction = (typeof directions)[number];

/** Fields of a trigger that only some triggers take. */
export type TriggerParameter =
  | 'direction'
  | 'offset_minutes'
  | 'deliveryStatuses'
  | 'customEventDefinitionId'
  | 'eventTriggerType'
  | 'notificationTriggerParameters'
  | 'cronExpression'
  | 'timeZone';

/** What starts a workflow: its name, the entities it brings, and the parameters it takes. */
export interface Trigger {
  /** Event name; for the other types the type itself. */
  readonly key: string;
  readonly type: TriggerType;
  readonly title: string;
  /** Entities that can be behind it. At run time some may still be missing, as on a manual run. */
  readonly entities: readonly EntityName[];
  /** Runs inside the request that causes it (specification 4.6.5); nothing in it may wait. */
  readonly synchronous: boolean;
  readonly required: readonly TriggerParameter[];
  readonly optional: readonly TriggerParameter[];
  /** Allowed directions, if there is a direction. */
  readonly directions: readonly Direction[];
}

/** Declares a trigger. */
function defineTrigger(trigger: Pick<Trigger, 'key' | 'title' | 'entities'> & Partial<Trigger>): Trigger {
  return Object.freeze({
    type: 'event',
    synchronous: false,
    required: [],
    optional: [],
    directions: [],
    ...trigger,
  });
}

const ORDER: readonly EntityName[] = ['order', 'package'];
const DELIVERY: readonly EntityName[] = ['order', 'package', 'job', 'task', 'delivery'];

function windowTime(key: string, title: string): Trigger {
  return defineTrigger({
    key,
    title,
    // The job, task and delivery of the order, if there are any when it fires.
    entities: DELIVERY,
    required: ['direction'],
    optional: ['offset_minutes'],
    directions,
  });
}

/** Any event that the organization defined itself: its name is the key of a custom event. */
export const customEventTrigger: Trigger = defineTrigger({
  key: 'custom_event',
  title: 'Custom event',
  entities: DELIVERY,
  optional: ['customEventDefinitionId'],
});

/** Every trigger (specification 4.6.5 and 6.1). Custom events are matched by `customEventTrigger`. */
export const triggers: readonly Trigger[] = Object.freeze([
  defineTrigger({ key: 'order.created', title: 'Order created', entities: ORDER }),
  defineTrigger({
    key: 'order.creating',
    title: 'Order is being created',
    entities: ORDER,
    synchronous: true,
  }),
  defineTrigger({
    key: 'order.validating',
    title: 'Order is being validated',
    entities: ORDER,
    synchronous: true,
  }),
  ...(
    [
      ['order.updated', 'Order changed'],
      ['order.needs_attention', 'Order needs attention'],
      ['order.confirmed', 'Order confirmed'],
      ['order.archived', 'Order archived'],
      ['order.unarchived', 'Order taken out of the archive'],
      ['order.canceled', 'Order canceled'],
    ] as const
  ).map(([key, title]) => defineTrigger({ key, title, entities: ORDER })),
  ...(
    [
      ['order.dispatched', 'Order dispatched'],
      ['order.undispatched', 'Order taken out of dispatch'],
      ['order.dispatch_failure', 'Order found no provider'],
      ['job.updated', 'Job changed'],
      ['job.canceled', 'Job canceled'],
      ['task.created', 'Task created'],
      ['task.planned_selection', 'Provider chosen for a task'],
      ['task.running', 'Task accepted by its provider'],
      ['task.completed', 'Task completed'],
      ['task.failed', 'Task failed'],
      ['task.canceled_by_provider', 'Task canceled by the provider'],
      ['task.canceled_by_customer', 'Task canceled by the organization'],
      ['task.canceled_by_system', 'Task canceled by the service'],
      ['task.attempts_exhausted', 'Last attempt of a delivery failed'],
      ['task.cancellation_failed', 'Provider refused to release a delivery'],
    ] as const
  ).map(([key, title]) => defineTrigger({ key, title, entities: DELIVERY })),
  windowTime('order_pickup_start_time', 'Pickup window start'),
  windowTime('order_pickup_end_time', 'Pickup window end'),
  windowTime('order_dropoff_start_time', 'Dropoff window start'),
  windowTime('order_dropoff_end_time', 'Dropoff window end'),
  defineTrigger({
    key: 'order_cutoff_time',
    title: 'Cutoff of the booked delivery window',
    entities: DELIVERY,
    required: ['direction'],
    optional: ['offset_minutes'],
    directions: ['at', 'after'],
  }),
  defineTrigger({ key: 'job.created', title: 'Job created', entities: DELIVERY }),
  defineTrigger({
    key: 'delivery.status_updated',
    title: 'Delivery status',
    entities: DELIVERY,
    required: ['deliveryStatuses'],
  }),
  ...(
    [
      ['task.refund_created', 'Refund requested'],
      ['task.refund_updated', 'Refund request moved through review'],
      ['incident.raised', 'Incident of a delivery reported'],
      ['incident.resolved', 'Incident of a delivery resolved'],
    ] as const
  ).map(([key, title]) => defineTrigger({ key, title, entities: DELIVERY })),
  defineTrigger({ key: 'optimization.completed', title: 'Optimization completed', entities: [] }),
  defineTrigger({ key: 'optimization.failed', title: 'Optimization failed', entities: [] }),
  defineTrigger({ key: 'route.created', title: 'Route created', entities: ['route'] }),
  defineTrigger({ key: 'route.started', title: 'Route started', entities: ['route'] }),
  defineTrigger({ key: 'route.stop_completed', title: 'Route stop completed', entities: ['route'] }),
  defineTrigger({ key: 'route.completed', title: 'Route completed', entities: ['route'] }),
  defineTrigger({ key: 'route.canceled', title: 'Route canceled', entities: ['route'] }),
  defineTrigger({
    key: 'notification_trigger.tripped',
    title: 'Notification trigger fired',
    entities: [...DELIVERY, 'route'],
    required: ['eventTriggerType'],
    optional: ['notificationTriggerParameters'],
  }),
  customEventTrigger,
  defineTrigger({ key: 'manual', type: 'manual', title: 'Run by hand', entities: DELIVERY }),
  defineTrigger({ key: 'webhook', type: 'webhook', title: 'Incoming webhook', entities: [] }),
  defineTrigger({
    key: 'cron',
    type: 'cron',
    title: 'On a schedule',
    entities: [],
    required: ['cronExpression'],
    optional: ['timeZone'],
  }),
]);

const byKey: ReadonlyMap<string, Trigger> = new Map(triggers.map((trigger) => [trigger.key, trigger]));

/** Names of the built-in events. */
export const eventNames: readonly string[] = Object.freeze(
  triggers
    .filter((trigger) => trigger.type === 'event' && trigger !== customEventTrigger)
    .map(({ key }) => key),
);

/** The trigger that a definition means. An event name that is not built in is a custom event. */
export function triggerOf(trigger: { triggerType: TriggerType; eventName?: string | undefined }): Trigger {
  if (trigger.triggerType !== 'event') return byKey.get(trigger.triggerType) as Trigger;
  const name = trigger.eventName;
  return name !== undefined && eventNames.includes(name) ? (byKey.get(name) as Trigger) : customEventTrigger;
}
