import type * as z from 'zod';
import type { FieldType } from '../fields/define-field.ts';
import type { Json } from '../json.ts';
import type { Reference } from '../variables/resolve-variable.ts';
import type { Scope } from '../variables/scope.ts';

/** A condition that cannot be evaluated: neither true nor false (decision 45). */
export interface ConditionError {
  readonly field: string;
  readonly reason: string;
}

/**
 * Tests a value that is neither null nor absent. Undefined means that the operator cannot judge a value of this type; a
 * text says why it cannot be judged otherwise.
 */
export type Test = (value: Json, scope: Scope) => boolean | undefined | string;

/** Input from which an operator creates its test. */
export interface Operand {
  /** The condition's value, already of the operator's operand type. */
  readonly value: Json;
  readonly fieldType: FieldType;
  /** Time zone of local date-times and calendar days. */
  readonly timeZone: string | undefined;
  /** The other field, where the value names one. */
  readonly other: Reference | undefined;
}

/** One comparison that a filter can make. */
export interface Operator {
  readonly key: string;
  readonly title: string;
  /** Types of field it fits, each with the shape of the value it takes; undefined where it takes none. */
  readonly operands: { readonly [type in FieldType]?: z.ZodType | undefined };
  /** Answer for a field that is null or absent while its entity exists. */
  readonly onNothing: boolean;
  /** Answers for a missing entity as for a missing value (specification 4.6.7). */
  readonly presence: boolean;
  /** Creates the test, or explains why the value is not valid. */
  readonly prepare: (operand: Operand) => Test | { readonly problem: string };
}

/** Declares an operator. */
export function defineOperator(
  operator: Omit<Operator, 'onNothing' | 'presence'> & Partial<Operator>,
): Operator {
  return Object.freeze({ onNothing: false, presence: false, ...operator });
}
