import { cutText } from '../../platform/core/cut-text.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { Operation, Table } from '../../platform/table/index.ts';
import { planUses } from '../../platform/uses/index.ts';
import { readAgent } from '../agents/index.ts';
import { listCustomEvents } from '../custom-events/index.ts';
import { invalidNotificationTrigger } from './refusals.ts';
import type { NotificationTrigger } from './triggers/trigger.ts';

/**
 * The writes that record which custom events a trigger listens to or emits, and its agent, so that none of them can be
 * archived or deleted meanwhile (specification 4.6.4); or a refusal if an event is archived or the agent unknown.
 */
export async function planEventUses(
  table: Table,
  before: NotificationTrigger | undefined,
  after: NotificationTrigger | undefined,
): Promise<readonly Operation[] | Refusal> {
  const trigger = after ?? before;
  const [old, present] = [keysOf(before), keysOf(after)];
  const [oldAgents, presentAgents] = [agentsOf(before), agentsOf(after)];
  if (!trigger || old.length + present.length + oldAgents.length + presentAgents.length === 0) return [];
  for (const { id: agentId } of presentAgents) {
    const agent = await readAgent(table, trigger.organizationId, agentId);
    if (isRefusal(agent)) {
      return invalidNotificationTrigger(`${agent.message} GET /v1/agents lists them.`, {
        field: 'agentId',
      });
    }
  }
  const definitions = await listCustomEvents(table, trigger.organizationId, { withArchived: true });
  const definitionOf = (key: string) => definitions.find(({ value }) => value.key === key)?.value;
  const archived = present.find((key) => definitionOf(key)?.isArchived);
  if (archived !== undefined) {
    return invalidNotificationTrigger(
      `The custom event "${cutText(archived, 60)}" is archived. GET /v1/custom-event-definitions lists the others.`,
      { field: after?.customEventName === archived ? 'customEventName' : 'parameters.eventNames' },
    );
  }
  // By its name too: an event can be defined after a trigger named it.
  const used = (keys: readonly string[]) =>
    keys
      .flatMap((key) => [key, definitionOf(key)?.id ?? []].flat())
      .map((id) => ({ kind: 'custom_event' as const, id }));
  const { organizationId, id, name } = trigger;
  const user = { type: 'notification trigger', id, name };
  return planUses(table, organizationId, user, {
    before: [...used(old), ...oldAgents],
    after: [...used(present), ...presentAgents],
    renamed: before?.name !== name,
  });
}

function agentsOf(trigger: NotificationTrigger | undefined) {
  return trigger?.agentId ? [{ kind: 'agent' as const, id: trigger.agentId }] : [];
}

/** Keys of the custom events that a trigger names, each once. */
function keysOf(trigger: NotificationTrigger | undefined): readonly string[] {
  if (!trigger) return [];
  const { customEventName, type, parameters } = trigger;
  const listened = type === 'custom_event_listener' ? parameters.eventNames : [];
  return [
    ...new Set([
      ...(customEventName === null ? [] : [customEventName]),
      ...(Array.isArray(listened) ? listened.map(String) : []),
    ]),
  ];
}
