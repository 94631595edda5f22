import type { OrderFieldName, OrderFields } from '../order-fields.ts';
import { isGiven } from '../rules/address-parts.ts';
import type { OrderRule } from '../rules/define-rule.ts';
import type { LookupRule } from './lookup-rules.ts';

/** An order under assessment: the caller's fields, the filled-in fields, and the errors. */
export class Draft {
  readonly fields: OrderFields;
  readonly #derived = new Set<OrderFieldName>();
  readonly #errors = new Map<string, string>();
  readonly #rules = new Map<string, string>();

  constructor(given: OrderFields) {
    this.fields = { ...given };
  }

  /** Fills in a field that the caller left out. The caller's own value takes precedence. */
  fill<Name extends OrderFieldName>(field: Name, value: OrderFields[Name]): void {
    if (!isGiven(value) || isGiven(this.fields[field])) return;
    this.fields[field] = value;
    this.#derived.add(field);
  }

  /** Converts the caller's value to its stored form. */
  rewrite<Name extends OrderFieldName>(field: Name, value: OrderFields[Name]): void {
    this.fields[field] = value;
  }

  /** Reports the rule that a field breaks; the first error of a field stays. */
  report(field: OrderFieldName, rule: LookupRule | OrderRule['name'], message: string): void {
    if (this.#errors.has(field)) return;
    this.#errors.set(field, message);
    this.#rules.set(field, rule);
  }

  get derived(): OrderFieldName[] {
    return [...this.#derived].sort();
  }

  /** The name of the rule that each erroneous field breaks. */
  get rules(): ReadonlyMap<string, string> {
    return this.#rules;
  }

  get errors(): Record<string, string> {
    return Object.fromEntries(this.#errors);
  }
}
