import * as z from 'zod';
import { isForbiddenName, type Json } from '../json.ts';
import { limits } from '../limits.ts';
import { timeZoneName } from './operators.ts';

/** One comparison: a field, an operator and, where the operator takes one, a value. */
export const conditionSchema = z.strictObject({
  field: z.string().min(1).max(limits.path),
  operator: z.string().min(1).max(64),
  value: z.unknown().optional(),
  timeZone: timeZoneName.optional().describe('Zone of local date-times and calendar days, by name'),
});

/** A condition, or a group of which one or all items must hold. */
export type ConditionItem =
  | Condition
  | { readonly any: readonly ConditionItem[] }
  | { readonly all: readonly ConditionItem[] };

/** One comparison. */
export interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value?: Json | undefined;
  readonly timeZone?: string | undefined;
}

/** Items of a filter node: all of them must hold (decision B23). */
export const conditionItems = z.array(z.unknown()).min(1).max(limits.conditions);

/** One case of a switch node (decision 42). */
export const caseSchema = z.strictObject({
  key: z
    .string()
    .min(1)
    .max(limits.key)
    .refine((key) => key !== ELSE_BRANCH && !isForbiddenName(key), 'is a reserved name'),
  label: z.string().max(limits.label).optional(),
  conditions: conditionItems,
});

/** Branch of a switch that is taken when no case holds. */
export const ELSE_BRANCH = 'else';
