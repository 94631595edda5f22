import { cutText } from '../../../platform/core/cut-text.ts';
import type { OrderFieldName, OrderFields } from '../order-fields.ts';

/** An error that a rule found: the field, and a sentence with its value and what to send. */
export interface Finding {
  readonly field: OrderFieldName;
  readonly message: string;
}

/** Input of rules besides the order's fields. */
export interface RuleContext {
  readonly nowMs: number;
  /** The organization's limit on the distance from pickup to dropoff; null = none. */
  readonly maxDistanceMiles: number | null;
}

/** A validation rule of orders. It gets the fields with everything filled in that can be. */
export interface OrderRule {
  /** Kebab-case, unique. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly summary: string;
  check(order: OrderFields, context: RuleContext): Iterable<Finding>;
}

/** Defines a validation rule. */
export function defineRule(rule: OrderRule): OrderRule {
  return Object.freeze(rule);
}

/** Longest part of a value that a message repeats. */
const MAX_SHOWN = 60;

/** A value as shown in a message. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= MAX_SHOWN ? text : `${cutText(text, MAX_SHOWN)}..."`;
}
