import type { OrderFieldName, OrderFields } from '../order-fields.ts';
import { isGiven } from '../rules/address-parts.ts';

/** An order under assessment: the caller's fields, what is filled in beside them, and what is found wrong. */
export class Draft {
  readonly fields: OrderFields;
  readonly #derived = new Set<OrderFieldName>();
  readonly #errors = new Map<string, string>();

  constructor(given: OrderFields) {
    this.fields = { ...given };
  }

  /** Fills a field in that the caller left open. The caller's own value wins. */
  fill<Name extends OrderFieldName>(field: Name, value: OrderFields[Name]): void {
    if (!isGiven(value) || isGiven(this.fields[field])) return;
    this.fields[field] = value;
    this.#derived.add(field);
  }

  /** Rewrites the caller's value in the form in which it is stored. */
  rewrite<Name extends OrderFieldName>(field: Name, value: OrderFields[Name]): void {
    this.fields[field] = value;
  }

  /** Reports a field; the first finding about it stays. */
  report(field: OrderFieldName, message: string): void {
    if (!this.#errors.has(field)) this.#errors.set(field, message);
  }

  get derived(): OrderFieldName[] {
    return [...this.#derived].sort();
  }

  get errors(): Record<string, string> {
    return Object.fromEntries(this.#errors);
  }
}
