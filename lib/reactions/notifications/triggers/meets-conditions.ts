import * as z from 'zod';
import { compileConditions, type Json, type JsonObject } from '../../../engines/workflows/index.ts';

/** Operators of conditions on metadata (contract-facts 8.2); each is the workflow operator of that name. */
export const CONDITION_OPERATORS = Object.freeze([
  'equals',
  'not_equals',
  'greater_than',
  'less_than',
  'greater_than_or_equal_to',
  'less_than_or_equal_to',
  'in',
  'not_in',
  'contains',
  'starts_with',
  'ends_with',
] as const);

const leaf = z.object({
  field: z.string().min(1).max(128).meta({ description: 'Metadata key.' }),
  operator: z.enum(CONDITION_OPERATORS),
  value: z.json(),
});
type Leaf = z.infer<typeof leaf>;

/** A condition, or several of which all (`AND`) or one (`OR`) must hold. */
type ConditionTree =
  | Leaf
  | { readonly operator: 'AND' | 'OR'; readonly conditions: readonly ConditionTree[] };

/** Deepest nesting of groups. */
const MAX_DEPTH = 5;

function treeOf(depth: number): z.ZodType<ConditionTree> {
  if (depth === 0) return leaf;
  return z.union([
    leaf,
    z.object({
      operator: z.enum(['AND', 'OR']),
      conditions: z
        .array(z.lazy(() => treeOf(depth - 1)))
        .min(1)
        .max(50),
    }),
  ]);
}

const conditionTree = treeOf(MAX_DEPTH);

/** The root of a run's context below which the metadata lies. */
const ROOT = 'trigger_metadata';

/** What is wrong with a trigger's conditions, in a sentence; undefined when nothing is. */
export function conditionsProblem(tree: unknown): string | undefined {
  const read = conditionTree.safeParse(tree);
  if (!read.success) {
    return 'is not a condition {field, operator, value} or a group {operator: AND|OR, conditions}. See the operators in the catalog.';
  }
  const [problem] = compiled(read.data).problems;
  return problem && `cannot be used: ${problem.message.replaceAll(`${ROOT}.`, '')}`;
}

/**
 * Whether metadata meets a trigger's conditions, in the language of workflows (specification 2.8); without conditions
 * it always does. Conditions that cannot be evaluated do not hold.
 */
export function meetsConditions(tree: unknown, metadata: Readonly<Record<string, unknown>>): boolean {
  if (tree === null || tree === undefined) return true;
  const read = conditionTree.safeParse(tree);
  if (!read.success) return false;
  // It was parsed as JSON when it was stored.
  const scope = { context: { [ROOT]: metadata as JsonObject }, outputs: {}, occurred: {}, now: 0 };
  return compiled(read.data).evaluate(scope) === true;
}

function compiled(tree: ConditionTree) {
  return compileConditions([itemOf(tree)], { nodes: new Map(), strict: false });
}

/** A condition as a filter of a workflow has it. */
function itemOf(tree: ConditionTree): Json {
  if ('conditions' in tree) {
    return { [tree.operator === 'AND' ? 'all' : 'any']: tree.conditions.map(itemOf) };
  }
  const { field, operator, value } = tree;
  return { field: `${ROOT}.${field}`, operator, value: operandOf(operator, value as Json) };
}

/** `in` takes a list; a single value counts as a list of one. */
function operandOf(operator: Leaf['operator'], value: Json): Json {
  return (operator === 'in' || operator === 'not_in') && !Array.isArray(value) ? [value] : value;
}
