import * as z from 'zod';

/** Operators of conditions on metadata (contract-facts 8.2). */
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

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()]);

const leaf = z.object({
  field: z.string().min(1).max(128).meta({ description: 'Metadata key.' }),
  operator: z.enum(CONDITION_OPERATORS),
  value: z.union([scalar, z.array(scalar).max(100)]),
});
type Leaf = z.infer<typeof leaf>;

/** A condition, or several of which all (`AND`) or one (`OR`) must hold. */
export type ConditionTree =
  | Leaf
  | { readonly operator: 'AND' | 'OR'; readonly conditions: readonly ConditionTree[] };

/** Deepest nesting of groups. */
const MAX_DEPTH = 5;

/** Schema of the tree; deeper ones are refused. */
export const conditionTree: z.ZodType<ConditionTree> = treeOf(MAX_DEPTH);

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

/**
 * Whether metadata meets a trigger's conditions; without conditions always. A tree that cannot be parsed
 * never holds.
 */
export function meetsConditions(tree: unknown, metadata: Readonly<Record<string, unknown>>): boolean {
  if (tree === null || tree === undefined) return true;
  const read = conditionTree.safeParse(tree);
  return read.success && holds(read.data, metadata);
}

function holds(tree: ConditionTree, metadata: Readonly<Record<string, unknown>>): boolean {
  if ('conditions' in tree) {
    return tree.operator === 'AND'
      ? tree.conditions.every((one) => holds(one, metadata))
      : tree.conditions.some((one) => holds(one, metadata));
  }
  return compare(tree, Object.hasOwn(metadata, tree.field) ? metadata[tree.field] : undefined);
}

function compare({ operator, value }: Leaf, actual: unknown): boolean {
  const same = (one: unknown) => one === actual || (actual !== undefined && String(one) === String(actual));
  const values = Array.isArray(value) ? value : [value];
  const [a, b] = [Number(actual), Number(value)];
  const areNumbers =
    actual !== undefined && actual !== null && actual !== '' && !Number.isNaN(a) && !Number.isNaN(b);
  const text = String(value);
  const list = Array.isArray(actual) ? actual.map(String) : undefined;
  switch (operator) {
    case 'equals':
      return same(value);
    case 'not_equals':
      return !same(value);
    case 'in':
      return values.some(same);
    case 'not_in':
      return !values.some(same);
    case 'greater_than':
      return areNumbers && a > b;
    case 'less_than':
      return areNumbers && a < b;
    case 'greater_than_or_equal_to':
      return areNumbers && a >= b;
    case 'less_than_or_equal_to':
      return areNumbers && a <= b;
    case 'contains':
      return list ? list.includes(text) : typeof actual === 'string' && actual.includes(text);
    case 'starts_with':
      return typeof actual === 'string' && actual.startsWith(text);
    case 'ends_with':
      return typeof actual === 'string' && actual.endsWith(text);
  }
}
