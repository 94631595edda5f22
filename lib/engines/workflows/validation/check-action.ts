import * as z from 'zod';
import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import { actionCatalogue, findAction } from '../actions/action-catalogue.ts';
import { type BoundAction, refusalOnTrigger } from '../actions/define-action.ts';
import type { WorkflowNode } from '../definition/definition-schema.ts';
import type { Environment } from '../definition/environment.ts';
import type { Trigger } from '../definition/triggers.ts';
import { parseTemplate, type TemplateVariable } from '../variables/parse-template.ts';
import { nearestVariable, type OutputsByNode, resolveVariable } from '../variables/resolve-variable.ts';
import { describeIssues, type Report } from './problem.ts';

/** What an action node is checked against. */
export interface ActionSurroundings {
  readonly trigger: Trigger | undefined;
  readonly environment: Environment;
  readonly outputs: OutputsByNode;
  readonly upstream: (nodeKey: string) => ReadonlySet<string>;
  /** Whether the node is being edited: only then must its variables resolve (specification 4.6.14). */
  readonly edited: (nodeKey: string) => boolean;
}

/** Checks an action node: its action, its config, its place, what it refers to and its variables. */
export function checkAction(
  node: WorkflowNode,
  bound: BoundAction | undefined,
  around: ActionSurroundings,
  report: Report,
): void {
  const { nodeKey, nodeAction } = node;
  if (nodeAction === undefined) {
    const message = `The action node "${nodeKey}" names no action.`;
    report({ code: 'action.missing', nodeKey, field: 'nodeAction', message });
    return;
  }
  const action = findAction(nodeAction);
  if (action === undefined) {
    const suggestion = () =>
      nearestMatch(
        nodeAction,
        actionCatalogue().map(({ key }) => key),
      );
    const message = `There is no action "${nodeAction}".`;
    report({ code: 'action.unknown', nodeKey, field: 'nodeAction', message, suggestion });
    return;
  }
  const refusal = around.trigger === undefined ? undefined : refusalOnTrigger(action, around.trigger);
  if (refusal !== undefined) {
    report({
      code: 'action.trigger',
      nodeKey,
      field: 'nodeAction',
      message: `It cannot be used here: ${refusal}.`,
    });
  }
  if (bound === undefined) {
    const config = node.nodeActionConfig ?? {};
    const result = action.bind(config);
    if (!('issues' in result)) return;
    for (const { field, ...said } of describeIssues(result.issues, config, keysOf(action.config))) {
      report({ code: 'action.config', nodeKey, field: inConfig(field), ...said });
    }
    return;
  }
  for (const { field, message, suggestion } of bound.references(around.environment)) {
    report({ code: 'action.reference', nodeKey, field: inConfig(field), message, suggestion });
  }
  for (const { field, source } of bound.templates) {
    checkTemplate(node, bound, inConfig(field), source, around, report);
  }
}

/** Possible keys of a config, for the nearest match of an unknown key. */
function keysOf(schema: z.core.$ZodType): readonly string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  return schema instanceof z.ZodDiscriminatedUnion ? schema.options.flatMap(keysOf) : [];
}

function checkTemplate(
  { nodeKey }: WorkflowNode,
  bound: BoundAction,
  field: string,
  source: string,
  around: ActionSurroundings,
  report: Report,
): void {
  const template = parseTemplate(source);
  if ('errors' in template) {
    for (const error of template.errors) {
      const message = `At position ${error.position}: ${error.message}`;
      report({ code: 'variable.syntax', nodeKey, field, message });
    }
    return;
  }
  for (const part of template.parts) {
    if (typeof part !== 'string') checkVariable(nodeKey, bound, field, part, around, report);
  }
}

function checkVariable(
  nodeKey: string,
  { action }: BoundAction,
  field: string,
  variable: TemplateVariable,
  around: ActionSurroundings,
  report: Report,
): void {
  const { path, segments, start } = variable;
  const edited = around.edited(nodeKey);
  const roots = action.variableRoots;
  if (roots !== undefined && !roots.includes(segments[0] ?? '')) {
    const message = `At position ${start}: only variables of ${roots.join(', ')} can be used here, not "${path}".`;
    report({ code: 'variable.unavailable', nodeKey, field, message });
    return;
  }
  const reference = resolveVariable(segments, around.outputs);
  if (reference === undefined) {
    if (!edited) return;
    const suggestion = () => nearestVariable(segments, around.outputs);
    const message = `At position ${start}: there is no variable "${path}".`;
    report({ code: 'variable.unknown', nodeKey, field, message, suggestion });
    return;
  }
  const { nodeKey: source, entities, trigger } = reference;
  if (source !== undefined && !around.upstream(nodeKey).has(source)) {
    if (!edited && !action.strictOrder) return;
    const message = `At position ${start}: "${path}" reads node "${source}", which does not run before "${nodeKey}".`;
    report({ code: 'variable.order', nodeKey, field, message });
  }
  if (edited && trigger !== undefined && around.trigger !== undefined && trigger !== around.trigger.key) {
    const message = `At position ${start}: "${path}" is there only in runs that a custom event starts.`;
    report({ code: 'variable.unavailable', nodeKey, field, message });
  }
  const available = around.trigger?.entities;
  if (!edited || available === undefined || entities.length === 0) return;
  if (entities.some((entity) => available.includes(entity))) return;
  const message = `At position ${start}: "${path}" needs ${entities.join(' or ')}, which the trigger does not provide.`;
  report({ code: 'variable.unavailable', nodeKey, field, message });
}

function inConfig(field: string): string {
  return field === '' ? 'nodeActionConfig' : `nodeActionConfig.${field}`;
}
