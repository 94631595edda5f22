import {
  definitionSchema,
  type Environment,
  type Problem,
  usesOf,
  validateDefinition,
  type WorkflowDefinition,
} from '../../engines/workflows/index.ts';
import type { Refusal } from '../../platform/core/refusal.ts';
import { MAX_USES } from '../../platform/uses/index.ts';
import { invalidWorkflow } from './refusals.ts';
import type { Workflow } from './workflow.ts';

/** A definition that may be saved, with its references. */
export interface CheckedDefinition {
  readonly definition: WorkflowDefinition;
  readonly uses: Workflow['uses'];
}

/** Trigger types that the caller may use for a workflow (decision C70). */
export interface TriggerRights {
  /** A signed-in user rather than an API key. */
  readonly isSignedIn: boolean;
}

/** Maximum number of problems that a refusal lists; further ones are counted. */
const LISTED = 200;

/**
 * The definition in its stored form, or the refusal that lists every problem. `edited` names the nodes of
 * this save (specification 4.6.14); if absent, all nodes.
 */
export function checkDefinition(
  raw: unknown,
  environment: Environment,
  options: TriggerRights & { readonly edited?: readonly string[]; readonly nowMs: number },
): CheckedDefinition | Refusal {
  const problems = validateDefinition(raw, {
    ...environment,
    nowMs: options.nowMs,
    ...(options.edited === undefined ? {} : { editedNodeKeys: options.edited }),
  });
  if (problems.length > 0) return refuse(problems);
  const definition = withEventName(definitionSchema.parse(raw), environment);
  const { triggerType } = definition.trigger;
  if (triggerType !== 'event' && !options.isSignedIn) {
    const message = `An API key can only save workflows with an event trigger, not with "${triggerType}". Sign in to save this one.`;
    return refuse([{ code: 'trigger.parameter-value', field: 'triggerType', message }]);
  }
  const uses = usesById(definition, environment);
  if (uses.length > MAX_USES) {
    const message = `The workflow refers to ${uses.length} strategies, connections, destinations, agents and events. It can refer to at most ${MAX_USES}.`;
    return refuse([{ code: 'definition.too-large', message }]);
  }
  return { definition, uses };
}

/** A trigger that names a custom event by its definition keeps the key as the name of the event (specification 2.7). */
function withEventName(definition: WorkflowDefinition, { customEvents }: Environment): WorkflowDefinition {
  const { customEventDefinitionId: id, eventName } = definition.trigger;
  if (id === undefined) return definition;
  const key = customEvents?.find((event) => event.id === id)?.key ?? eventName;
  return key === undefined
    ? definition
    : { ...definition, trigger: { ...definition.trigger, eventName: key } };
}

/** The references of the definition. A custom event named by its key is found by the key. */
function usesById(definition: WorkflowDefinition, { customEvents = [] }: Environment): Workflow['uses'] {
  const uses = usesOf(definition).map(({ kind, id }) => ({
    kind,
    id: kind === 'custom_event' ? (customEvents.find(({ key }) => key === id)?.id ?? id) : id,
  }));
  return [...new Map(uses.map((use) => [`${use.kind}:${use.id}`, use])).values()];
}

function refuse(problems: readonly Problem[]): Refusal {
  const [first] = problems;
  const where = first?.nodeKey ?? first?.edgeKey;
  const others =
    problems.length > 1
      ? ` There are ${problems.length - 1} more problems; details.problems lists them.`
      : '';
  return invalidWorkflow(`${where === undefined ? '' : `"${where}": `}${first?.message ?? ''}${others}`, {
    problems: problems.slice(0, LISTED),
    problemCount: problems.length,
  });
}
