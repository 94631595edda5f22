import type { WorkflowDefinition } from '../../engines/workflows/index.ts';
import { sameValue } from '../../platform/core/same-value.ts';

/** A field that differs; a missing value is null. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The differences between the parts of one kind, by their keys. */
export interface PartDiff {
  readonly added: string[];
  readonly removed: string[];
  readonly changed: { key: string; changes: FieldChange[] }[];
}

/** How two definitions differ. */
export interface DefinitionDiff {
  readonly nodes: PartDiff;
  readonly edges: PartDiff;
  readonly trigger: FieldChange[];
}

/** How `after` differs from `before`. The stored order of nodes and edges does not count. */
export function diffDefinitions(before: WorkflowDefinition, after: WorkflowDefinition): DefinitionDiff {
  return {
    nodes: diffParts(before.nodes, after.nodes, ({ nodeKey }) => nodeKey),
    edges: diffParts(before.edges, after.edges, ({ edgeKey }) => edgeKey),
    trigger: changesOf(before.trigger, after.trigger),
  };
}

function diffParts<Part extends object>(
  before: readonly Part[],
  after: readonly Part[],
  keyOf: (part: Part) => string,
): PartDiff {
  const [was, is] = [before, after].map((parts) => new Map(parts.map((part) => [keyOf(part), part])));
  const known = was ?? new Map<string, Part>();
  const now = is ?? new Map<string, Part>();
  return {
    added: [...now.keys()].filter((key) => !known.has(key)),
    removed: [...known.keys()].filter((key) => !now.has(key)),
    changed: [...now].flatMap(([key, part]) => {
      const earlier = known.get(key);
      const changes = earlier === undefined ? [] : changesOf(earlier, part);
      return changes.length === 0 ? [] : [{ key, changes }];
    }),
  };
}

function changesOf(before: object, after: object): FieldChange[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => !sameValue(was.get(field), is.get(field)))
    .map((field) => ({ field, before: was.get(field) ?? null, after: is.get(field) ?? null }));
}
