import { deliveryStatusNamed } from '../../core/delivery-statuses.ts';
import type { WorkflowTrigger } from './definition-schema.ts';

/** Something that happened, as far as triggers tell events apart. */
export interface HappenedEvent {
  /** Event name, or the key of a custom event. */
  readonly name: string;
  /** Definition of a custom event. */
  readonly customEventDefinitionId?: string;
  /** New status, of a delivery-status event. */
  readonly deliveryStatus?: string;
}

/**
 * Whether an event starts the workflow. A delivery-status trigger fires separately for each of its statuses,
 * however they are spelled; a
 * custom event is meant by its definition where the trigger names one, else by its key (specification 2.7). While
 * a trigger listens to a custom event, its definition can not be archived (specification 4.6.4).
 */
export function listensTo(trigger: WorkflowTrigger, event: HappenedEvent): boolean {
  if (trigger.triggerType !== 'event' || trigger.isEnabled === false) return false;
  const { customEventDefinitionId: definition, deliveryStatuses: statuses } = trigger;
  if (definition !== undefined) return definition === event.customEventDefinitionId;
  if (trigger.eventName !== event.name) return false;
  if (statuses === undefined) return true;
  const { deliveryStatus } = event;
  return (
    deliveryStatus !== undefined &&
    statuses.map(deliveryStatusNamed).includes(deliveryStatusNamed(deliveryStatus))
  );
}
