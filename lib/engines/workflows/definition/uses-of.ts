import type { DefinitionUse } from '../actions/define-action.ts';
import { bindAction } from '../engine/node-outputs.ts';
import type { WorkflowDefinition } from './definition-schema.ts';
import { customEventTrigger, triggerOf } from './triggers.ts';

/**
 * Everything of the organization that a definition names, without duplicates. A custom event is named by id or by key.
 */
export function usesOf({ nodes, trigger }: WorkflowDefinition): readonly DefinitionUse[] {
  const named = nodes.flatMap((node) => bindAction(node)?.uses ?? []);
  const event = trigger.customEventDefinitionId ?? trigger.eventName;
  if (event !== undefined && triggerOf(trigger) === customEventTrigger) {
    named.push({ kind: 'custom_event', id: event });
  }
  return [...new Map(named.map((use) => [`${use.kind}:${use.id}`, use])).values()];
}
