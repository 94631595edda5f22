import type * as z from 'zod';
import {
  edgeSchema,
  nodeSchema,
  triggerSchema,
  type WorkflowEdge,
  type WorkflowNode,
  type WorkflowTrigger,
  withEventName,
  withoutNulls,
} from '../definition/definition-schema.ts';
import { type Json, measureJson, own } from '../json.ts';
import { limits } from '../limits.ts';
import { describeIssues, type ProblemCode, type Report } from './problem.ts';

/** The parts of a definition that are well-formed, and the keys of all nodes, also of malformed ones. */
export interface Shape {
  readonly nodes: readonly WorkflowNode[];
  readonly edges: readonly WorkflowEdge[];
  readonly trigger: WorkflowTrigger | undefined;
  readonly nodeKeys: ReadonlySet<string>;
}

/** Reads each node, each edge and the trigger by itself, so that one malformed part does not hide the others. */
export function parseShape(definition: unknown, report: Report): Shape | undefined {
  const measure = measureJson(definition, limits.definitionBytes, limits.depth);
  if ('excess' in measure) {
    const message =
      measure.excess === 'depth'
        ? `The definition is nested deeper than ${limits.depth}.`
        : `The definition has more than ${limits.definitionBytes} bytes.`;
    report({ code: 'definition.too-large', message });
    return undefined;
  }
  const rawNodes = listOf(definition, 'nodes', limits.nodes, report);
  const rawEdges = listOf(definition, 'edges', limits.edges, report);
  if (rawNodes === undefined || rawEdges === undefined) return undefined;
  const nodes = rawNodes.flatMap((raw) => read(raw, nodeSchema, 'node', report));
  const edges = rawEdges.flatMap((raw) => read(raw, edgeSchema, 'edge', report));
  const [trigger] = read(withEventName(own(definition, 'trigger')), triggerSchema, 'trigger', report);
  const keys = rawNodes.map((raw) => own(raw, 'nodeKey')).filter((key) => typeof key === 'string');
  return { nodes, edges, trigger, nodeKeys: new Set(keys) };
}

function listOf(
  definition: unknown,
  name: string,
  most: number,
  report: Report,
): readonly Json[] | undefined {
  const list = own(definition, name);
  if (!Array.isArray(list)) {
    report({ code: 'definition.malformed', field: name, message: `"${name}" must be a list.` });
    return undefined;
  }
  if (list.length > most) {
    const message = `The definition has ${list.length} ${name}; the limit is ${most}.`;
    report({ code: 'definition.too-large', field: name, message });
    return undefined;
  }
  return list;
}

function read<Part>(
  raw: Json | undefined,
  schema: z.ZodObject<z.ZodRawShape> & z.ZodType<Part>,
  part: 'node' | 'edge' | 'trigger',
  report: Report,
): Part[] {
  const parsed = schema.safeParse(withoutNulls(raw));
  if (parsed.success) return [parsed.data];
  const code: ProblemCode = `${part}.malformed`;
  const key = part === 'trigger' ? undefined : own(raw, `${part}Key`);
  const name = typeof key === 'string' ? key : undefined;
  const where = part === 'node' ? { nodeKey: name } : part === 'edge' ? { edgeKey: name } : {};
  for (const said of describeIssues(parsed.error.issues, raw, Object.keys(schema.shape))) {
    report({ code, ...where, ...said });
  }
  return [];
}
