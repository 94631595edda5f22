import {
  type Order,
  type OrderChange,
  type OrderPatch,
  orderEntity,
  orderOperations,
  planUpdate,
} from '../../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { Operation, Stored } from '../../../platform/table/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';

/**
 * An order with the changes of a leg. Several actions become one update, because a transaction writes an item once.
 * Each is decided on the order that the earlier ones produced, and all of them on the order as it is stored now.
 */
export class OrderDraft {
  readonly #stored: Stored<Order>;
  readonly #deps: RunDeps;
  #patch: OrderPatch = {};
  #change: OrderChange | undefined;

  private constructor(stored: Stored<Order>, deps: RunDeps) {
    this.#stored = stored;
    this.#deps = deps;
  }

  /** The order as it is stored now; undefined when there is none. 1 call. */
  static async read(deps: RunDeps, organizationId: string, id: string): Promise<OrderDraft | undefined> {
    const stored = await deps.table.get(orderEntity, { organizationId, id });
    return stored && new OrderDraft(stored, deps);
  }

  /** The order with the changes so far. */
  get order(): Order {
    return this.#change?.next ?? this.#stored.value;
  }

  /** Adds changes of fields, or returns why the order does not accept them; it then stays as it was. */
  async change(
    patch: OrderPatch,
    options: { readonly mustStayValid?: boolean } = {},
  ): Promise<Refusal | { readonly problem: string } | undefined> {
    const { organizationId } = this.#stored.value;
    const caller = { organizationId, storeLocationIds: null, keyId: 'workflow', listShards: 1 };
    const fields = { ...this.#patch, ...patch };
    const change = await planUpdate(
      this.#deps,
      caller,
      this.#stored.value,
      { fields, labelsDispatched: true },
      this.#stored.version,
    );
    if (isRefusal(change)) return change;
    const [problem] = Object.entries(change?.next.validationErrors ?? {}).filter(
      ([name]) => !Object.hasOwn(this.#stored.value.validationErrors, name),
    );
    if (options.mustStayValid && problem) return { problem: `${problem[0]}: ${problem[1]}` };
    this.#patch = fields;
    this.#change = change;
    return undefined;
  }

  /** The writes of all changes: none when they make no difference, undefined when another writer was faster. */
  async operations(): Promise<readonly Operation[] | undefined> {
    return this.#change ? orderOperations(this.#deps.table, this.#stored, this.#change) : [];
  }
}
