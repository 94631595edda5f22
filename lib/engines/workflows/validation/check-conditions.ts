import type { WorkflowNode } from '../definition/definition-schema.ts';
import type { Trigger } from '../definition/triggers.ts';
import { type CompiledConditions, compileConditions } from '../filters/compile-conditions.ts';
import { caseSchema } from '../filters/condition-schema.ts';
import type { OutputsByNode } from '../variables/resolve-variable.ts';
import { describeIssues, type Report } from './problem.ts';

/** What conditions are checked against. */
export interface ConditionSurroundings {
  readonly trigger: Trigger | undefined;
  readonly outputs: OutputsByNode;
  readonly upstream: (nodeKey: string) => ReadonlySet<string>;
}

/** Checks the conditions of a filter node, or the cases of a switch node. */
export function checkConditions(node: WorkflowNode, around: ConditionSurroundings, report: Report): void {
  if (node.nodeType === 'switch') checkCases(node, around, report);
  else checkItems(node, node.nodeFilterConfig, ['nodeFilterConfig'], around, report);
}

function checkCases(node: WorkflowNode, around: ConditionSurroundings, report: Report): void {
  const { nodeKey } = node;
  const cases = node.nodeFilterConfig ?? [];
  if (cases.length === 0) {
    const message = `The switch "${nodeKey}" has no cases.`;
    report({ code: 'switch.malformed', nodeKey, field: 'nodeFilterConfig', message });
  }
  const keys = new Set<string>();
  for (const [index, raw] of cases.entries()) {
    const path = `nodeFilterConfig.${index}`;
    const parsed = caseSchema.safeParse(raw);
    if (!parsed.success) {
      const keys = Object.keys(caseSchema.shape);
      for (const { field, ...said } of describeIssues(parsed.error.issues, raw, keys)) {
        report({ code: 'switch.malformed', nodeKey, field: `${path}.${field}`, ...said });
      }
      continue;
    }
    const { key, conditions } = parsed.data;
    if (keys.has(key)) {
      const message = `Two cases of "${nodeKey}" have the key "${key}".`;
      report({ code: 'switch.duplicate-case', nodeKey, field: `${path}.key`, message });
    }
    keys.add(key);
    checkItems(node, conditions, ['nodeFilterConfig', index, 'conditions'], around, report);
  }
}

function checkItems(
  node: WorkflowNode,
  items: unknown,
  path: readonly (string | number)[],
  around: ConditionSurroundings,
  report: Report,
): void {
  const { trigger, outputs: nodes } = around;
  const scope = { nodes, entities: trigger?.entities, trigger: trigger?.key, strict: false };
  const compiled: CompiledConditions = compileConditions(items, scope, path);
  for (const problem of compiled.problems) {
    report({ ...problem, nodeKey: node.nodeKey, field: problem.path.join('.') });
  }
  const upstream = around.upstream(node.nodeKey);
  for (const { nodeKey: source, path: name } of compiled.references) {
    if (source === undefined || upstream.has(source)) continue;
    const message = `"${name}" reads node "${source}", which does not run before "${node.nodeKey}".`;
    report({ code: 'filter.order', nodeKey: node.nodeKey, field: path.join('.'), message });
  }
}
