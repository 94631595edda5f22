import type * as z from 'zod';
import type { Delivery, JobAggregate, Location, Task } from '../../../fulfilment/jobs/index.ts';
import type { Order } from '../../../ordering/orders/index.ts';
import type { EventRecord } from '../../../platform/events/index.ts';

/** Input of a trigger type: the event, and its current job and order. */
export interface Happening {
  readonly event: EventRecord;
  /** The event's data. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly job: JobAggregate | undefined;
  readonly task: Task | undefined;
  readonly delivery: Delivery | undefined;
  readonly order: Order | undefined;
  /** Input of only some types, read when one of them listens. */
  readonly more: Readonly<More>;
}

/** What is read for the types that need it. */
export interface More {
  /** Result of the event's activity. */
  activityResult?: Readonly<Record<string, unknown>> | null;
  /** Cutoff of the order's window. */
  cutoff?: string | undefined;
  /** Other active deliveries of the same courier, if this delivery was just added to them. */
  stacked?: readonly DeliveryRef[];
}

/** A delivery by its ids. */
export interface DeliveryRef {
  readonly jobId: string;
  readonly taskId: string;
  readonly deliveryId: string;
  readonly providerId: string;
}

/** A later check of a condition. */
export interface Check {
  readonly dueAtMs: number;
  /** Distinguishes checks of one trigger: the same subject is checked once. */
  readonly subject: string;
}

/** Distinguishes the firing of a check from others of its trigger. */
export function checkCause(subject: string): string {
  return `check:${subject}`;
}

/** What a trigger's deliveries, orders and routes can be limited to. */
export const FILTERS = Object.freeze([
  'dispatch_strategies',
  'contracts',
  'zones',
  'metadata_conditions',
] as const);
export type Filter = (typeof FILTERS)[number];

/** What a firing trigger can do. */
export const ACTIONS = Object.freeze([
  'send_message',
  'flag_delivery',
  'auto_resolve_flag',
  'add_custom_event',
] as const);
export type Action = (typeof ACTIONS)[number];

/** Actions of triggers that fire by hand, for a job. */
export const BY_HAND_ACTIONS: readonly Action[] = Object.freeze([
  'send_message',
  'flag_delivery',
  'add_custom_event',
]);

/** A kind of notification trigger. The catalogue, validation and detection all read this one value. */
export interface TriggerType<Parameters = Readonly<Record<string, unknown>>> {
  /** Slug of the contract, such as `delivery_status_transition`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly entityType: 'route' | 'delivery' | 'task' | 'order' | 'activity' | 'unknown';
  /** Statuses that it can watch, for status transitions. */
  readonly statuses: readonly string[];
  readonly parameters: z.ZodType<Parameters>;
  /** Names of its events. */
  readonly on: readonly string[];
  /** What it can be limited to: what its subject has. */
  readonly filters: readonly Filter[];
  readonly actions: readonly Action[];
  /** Statuses of the delivery, or `healthy`, that resolve its flag; absent = the next status. */
  recoversWith?(parameters: Parameters): readonly string[];
  /** Maximum number of its triggers of an organization; absent = as many as there may be triggers. */
  readonly most?: number;
  /** Whether its events are for one trigger each, which they name in `triggerId`. */
  readonly isAddressed?: boolean;
  /** Text of a trigger without a message; absent = its name. */
  readonly message?: string;
  /** Whether callers can create it; false for types that only the service creates. Default true. */
  readonly creatable?: boolean;
  /** What must be read in addition to the job and the order. */
  readonly needs?: readonly (keyof More)[];
  /** Whether an event fires it at once. */
  fires?(happening: Happening, parameters: Parameters): boolean;
  /** Distinguishes firings where the event's id does not: a key fires only once. */
  key?(happening: Happening, parameters: Parameters): string;
  /** Other deliveries for which it fires as well. */
  also?(happening: Happening, parameters: Parameters): readonly DeliveryRef[];
  /** When to check again, for conditions that must hold for some time. */
  check?(happening: Happening, parameters: Parameters): Check | undefined;
  /** Whether the condition still holds, or has come to hold, when the check is due. */
  holds?(happening: Happening, parameters: Parameters, subject: string): boolean;
  /** Checks a position of the courier. Pure. */
  judge?(sighting: Sighting, parameters: Parameters, memory: WatchMemory | undefined): Judgement;
}

/**
 * A trigger's memory of a delivery between positions; undefined at first. It must be small: 50 triggers share an item.
 */
export type WatchMemory = Readonly<Record<string, string | number | boolean | readonly string[] | null>>;

/** A position of the courier, and the state of the delivery. */
export interface Sighting {
  readonly at: string;
  readonly lat: number;
  readonly lng: number;
  /** Since when the courier has been within `STANDING_METERS` of this place. */
  readonly standingSince: string;
  readonly delivery: Delivery;
  readonly task: Task;
  readonly pickup: Location;
  readonly dropoff: Location;
  /** Zones of triggers that contain the position. */
  readonly zoneIds: readonly string[];
}

/** Result of a position: the new memory, and the key of each firing. */
export interface Judgement {
  readonly memory: WatchMemory | undefined;
  readonly fires: readonly string[];
}

type Definition<Parameters> = Omit<TriggerType<Parameters>, 'filters' | 'actions'> &
  Partial<Pick<TriggerType, 'filters' | 'actions'>>;

/** Defines a trigger type. What it can be limited to and what it can do follow from its subject, unless it says so. */
export function defineNotificationTrigger<Parameters>(definition: Definition<Parameters>): TriggerType {
  const { filters = FILTERS_OF[definition.entityType], actions = actionsOf(definition) } = definition;
  // The parameters were parsed by this type's own schema before they reach this point.
  return Object.freeze({ ...definition, filters, actions }) as TriggerType<never> as TriggerType;
}

const FILTERS_OF: Readonly<Record<TriggerType['entityType'], readonly Filter[]>> = Object.freeze({
  delivery: FILTERS,
  task: FILTERS,
  order: FILTERS,
  route: ['contracts'],
  activity: [],
  unknown: [],
});

function actionsOf({
  entityType,
  holds,
  judge,
  recoversWith,
}: Pick<TriggerType<never>, 'entityType' | 'holds' | 'judge' | 'recoversWith'>): readonly Action[] {
  const isOfDelivery = entityType === 'delivery' || entityType === 'task';
  // A lasting condition that may pass: its flag can be resolved when the delivery recovers.
  const isOngoing = Boolean(holds ?? judge ?? recoversWith);
  const isOnTimeline = isOfDelivery || entityType === 'order';
  return [
    'send_message',
    ...(isOnTimeline ? ['flag_delivery' as const] : []),
    ...(isOfDelivery && isOngoing ? ['auto_resolve_flag' as const] : []),
    ...(isOnTimeline ? ['add_custom_event' as const] : []),
  ];
}
