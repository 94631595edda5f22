import { isDeepStrictEqual } from 'node:util';
import { deliveryStatusNamed } from '../../vocabulary/index.ts';
import type { JsonObject } from '../json.ts';
import type { WorkflowTrigger } from './definition-schema.ts';
import { customEventTrigger, triggerOf } from './triggers.ts';

/** An event, as far as triggers distinguish events. */
export interface OccurredEvent {
  /** Event name, or the key of a custom event. */
  readonly name: string;
  /** Whether it is a custom event: its name can be that of an event of the service to which no trigger listens. */
  readonly isCustom?: boolean;
  /** Definition of a custom event that has one. */
  readonly customEventDefinitionId?: string;
  /** New status, of a delivery-status event. */
  readonly deliveryStatus?: string;
  /** Type and parameters of the notification trigger that fired. */
  readonly notificationTriggerType?: string;
  readonly notificationTriggerParameters?: JsonObject;
}

/**
 * Whether an event starts the workflow. A delivery-status trigger fires separately for each of its statuses, however
 * they are spelled. A custom event is identified by its definition where the trigger names one, otherwise by its key
 * (specification 2.7). While a trigger listens to a custom event, its definition cannot be archived (specification
 * 4.6.4).
 */
export function listensTo(trigger: WorkflowTrigger, event: OccurredEvent): boolean {
  if (trigger.triggerType !== 'event' || trigger.isEnabled === false) return false;
  const { customEventDefinitionId: definition, deliveryStatuses: statuses } = trigger;
  if ((triggerOf(trigger) === customEventTrigger) !== (event.isCustom === true)) return false;
  if (definition !== undefined) return definition === event.customEventDefinitionId;
  if (trigger.eventName !== event.name) return false;
  if (event.notificationTriggerType !== undefined) return isMeant(trigger, event);
  if (statuses === undefined) return true;
  const { deliveryStatus } = event;
  return (
    deliveryStatus !== undefined &&
    statuses.map(deliveryStatusNamed).includes(deliveryStatusNamed(deliveryStatus))
  );
}

/**
 * Whether a notification trigger that fired has the type that the workflow names, by its slug or by the catalogue's
 * `value` (`<slug>|<title>`), and the given parameters.
 */
function isMeant(trigger: WorkflowTrigger, event: OccurredEvent): boolean {
  const [slug] = (trigger.eventTriggerType ?? '').split('|');
  if (slug !== event.notificationTriggerType) return false;
  const has = event.notificationTriggerParameters ?? {};
  return Object.entries(trigger.notificationTriggerParameters ?? {}).every(([name, wanted]) => {
    const present = has[name];
    // A single status is stored as a list of one.
    return isDeepStrictEqual(present, wanted) || isDeepStrictEqual(present, [wanted]);
  });
}
