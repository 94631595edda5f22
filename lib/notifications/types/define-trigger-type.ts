import type * as z from 'zod';
import type { EventRecord } from '../../events/index.ts';
import type { Delivery, JobAggregate, Task } from '../../jobs/index.ts';
import type { Order } from '../../orders/index.ts';

/** What a trigger type looks at: the event, and the job and order it is about as they are now. */
export interface Happening {
  readonly event: EventRecord;
  /** The event's data. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly job: JobAggregate | undefined;
  readonly task: Task | undefined;
  readonly delivery: Delivery | undefined;
  readonly order: Order | undefined;
}

/** A look at something later: what was waited for may be the case by then. */
export interface Check {
  readonly dueAtMs: number;
  /** Tells checks of one trigger apart: the same subject is armed once. */
  readonly subject: string;
}

/** A kind of notification trigger: the catalogue, validation and detection read this one value. */
export interface TriggerType<Parameters = Readonly<Record<string, unknown>>> {
  /** Slug of the contract, as `delivery_status_transition`. */
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly entityType: 'route' | 'delivery' | 'task' | 'order' | 'activity' | 'unknown';
  readonly category: 'delivery' | 'driver' | 'status' | 'order' | 'refund' | 'route' | 'other';
  /** Statuses it can watch, for those that are status transitions. */
  readonly statuses: readonly string[];
  readonly parameters: z.ZodType<Parameters>;
  /** Names of the events that it looks at. */
  readonly on: readonly string[];
  /** Whether an event fires it at once. */
  fires?(happening: Happening, parameters: Parameters): boolean;
  /** When to look again, for what has to be the case for some time. */
  check?(happening: Happening, parameters: Parameters): Check | undefined;
  /** Whether it is still, or by now, the case when the check is due. */
  holds?(happening: Happening, parameters: Parameters): boolean;
}

/** Defines a trigger type. */
export function defineTriggerType<Parameters>(type: TriggerType<Parameters>): TriggerType {
  // The parameters were parsed by this type's own schema before they come back here.
  return Object.freeze(type) as TriggerType<never> as TriggerType;
}
