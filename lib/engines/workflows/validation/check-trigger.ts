import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import { isTimeZone } from '../../../platform/core/zoned-time.ts';
import { NAMEABLE_DELIVERY_STATUSES } from '../../vocabulary/index.ts';
import type { WorkflowTrigger } from '../definition/definition-schema.ts';
import type { Environment } from '../definition/environment.ts';
import {
  customEventTrigger,
  eventNames,
  type Trigger,
  type TriggerParameter,
  triggerOf,
  triggers,
} from '../definition/triggers.ts';
import { cronProblem } from './check-cron.ts';
import type { Report } from './problem.ts';

const EVERY_PARAMETER = [
  ...new Set(triggers.flatMap(({ required, optional }) => [...required, ...optional])),
];

/** What the trigger may refer to, and what time it is, in milliseconds since the epoch; absent: not known. */
type Surroundings = Environment & { readonly nowMs?: number };

/** Checks what starts the workflow: a known event, and the parameters of just that event. */
export function checkTrigger(trigger: WorkflowTrigger, environment: Surroundings, report: Report): void {
  const kind = triggerOf(trigger);
  checkEvent(trigger, kind, environment, report);
  for (const field of kind.required) {
    if (trigger[field] !== undefined) continue;
    const message = `A trigger on ${kind.key} needs "${field}".`;
    report({ code: 'trigger.parameter-missing', field, message });
  }
  const taken: readonly TriggerParameter[] = [...kind.required, ...kind.optional];
  for (const field of EVERY_PARAMETER) {
    if (trigger[field] === undefined || taken.includes(field)) continue;
    const message = `A trigger on ${kind.key} takes no "${field}".`;
    report({ code: 'trigger.parameter-unexpected', field, message });
  }
  checkValues(trigger, kind, environment, report);
}

function checkEvent(
  trigger: WorkflowTrigger,
  kind: Trigger,
  { customEvents }: Environment,
  report: Report,
): void {
  const { triggerType, eventName, customEventDefinitionId: id } = trigger;
  if (triggerType !== 'event') {
    if (eventName === undefined) return;
    const message = `A ${triggerType} trigger has no event name.`;
    report({ code: 'trigger.parameter-unexpected', field: 'eventName', message });
    return;
  }
  if (kind !== customEventTrigger) return;
  if (eventName === undefined && id === undefined) {
    const message = 'An event trigger must name its event in eventName or customEventDefinitionId.';
    report({ code: 'trigger.parameter-missing', field: 'eventName', message });
    return;
  }
  if (customEvents === undefined) return;
  const usable = customEvents.filter(({ isArchived }) => !isArchived);
  const byId = usable.find((event) => event.id === id);
  if (id !== undefined && byId === undefined) {
    const suggestion = () =>
      nearestMatch(
        id,
        usable.map((event) => event.id),
      );
    const message = `There is no custom event definition "${id}".`;
    report({ code: 'trigger.unknown-event', field: 'customEventDefinitionId', message, suggestion });
    return;
  }
  if (eventName === undefined) return;
  const defined = customEvents.find(({ key }) => key === eventName);
  const meant = nearestMatch(eventName, eventNames);
  if (defined?.isArchived) {
    const message = `The custom event "${eventName}" is archived. Listen to another.`;
    report({ code: 'trigger.unknown-event', field: 'eventName', message });
  } else if (defined === undefined && meant !== undefined && isSlipOf(eventName, meant)) {
    const message = `There is no event "${eventName}". If it is one of yours, define it first.`;
    report({ code: 'trigger.unknown-event', field: 'eventName', message, suggestion: () => meant });
  } else if (byId !== undefined && byId.key !== eventName) {
    const message = `"${eventName}" is not the key of the definition "${byId.id}", which is "${byId.key}".`;
    report({ code: 'trigger.parameter-value', field: 'eventName', message });
  }
}

/** Whether two names differ by one letter, or by the order of their letters, so that one was meant for the other. */
function isSlipOf(name: string, known: string): boolean {
  const without = (letters: string, others: string) => {
    const rest = [...letters];
    for (const letter of others) {
      const at = rest.indexOf(letter);
      if (at >= 0) rest.splice(at, 1);
    }
    return rest.length;
  };
  const [a, b] = [name.toLowerCase(), known];
  return without(a, b) <= 1 && without(b, a) <= 1;
}

function checkValues(
  trigger: WorkflowTrigger,
  kind: Trigger,
  { notificationTriggers, nowMs }: Surroundings,
  report: Report,
): void {
  const refuse = (field: TriggerParameter, message: string, suggestion?: () => string | undefined) =>
    report({ code: 'trigger.parameter-value', field, message, suggestion });
  const { direction, offset_minutes: offset, cronExpression, timeZone, eventTriggerType } = trigger;
  if (direction !== undefined && kind.directions.length > 0) {
    if (!kind.directions.includes(direction)) {
      refuse('direction', `${kind.key} fires ${kind.directions.join(' or ')}, not ${direction}.`);
    } else if (direction === 'at' && offset !== undefined && offset !== 0) {
      refuse('offset_minutes', 'A trigger at the time itself takes no offset.');
    } else if (direction !== 'at' && (offset ?? 0) < 1) {
      refuse('offset_minutes', `"${direction}" needs an offset of at least 1 minute.`);
    }
  }
  for (const status of trigger.deliveryStatuses ?? []) {
    if (NAMEABLE_DELIVERY_STATUSES.includes(status)) continue;
    const suggestion = () => nearestMatch(status, NAMEABLE_DELIVERY_STATUSES);
    refuse('deliveryStatuses', `"${status}" is not a status of a delivery.`, suggestion);
  }
  const cron = cronExpression === undefined ? undefined : cronProblem(cronExpression, nowMs);
  if (cron !== undefined) refuse('cronExpression', cron);
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    refuse('timeZone', `"${timeZone}" is not a time zone.`);
  }
  if (eventTriggerType !== undefined && notificationTriggers?.includes(eventTriggerType) === false) {
    const suggestion = () => nearestMatch(eventTriggerType, notificationTriggers);
    refuse('eventTriggerType', `There is no notification trigger "${eventTriggerType}".`, suggestion);
  }
}
