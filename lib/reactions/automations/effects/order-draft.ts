import {
  type Order,
  type OrderCaller,
  type OrderChange,
  type OrderPatch,
  orderEntity,
  orderOperations,
  planUpdate,
} from '../../../ordering/orders/index.ts';
import { rememberingStores } from '../../../places/stores/index.ts';
import { rememberingZones } from '../../../places/zones/index.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { organizationEntity, synchronousGeneration } from '../../../platform/organization/index.ts';
import type { Operation, Stored } from '../../../platform/table/index.ts';
import type { RunDeps } from '../runs/run-deps.ts';

/**
 * An order with the changes of a leg. Several actions become one update, because a transaction writes an item once.
 * Each is decided on the order that the earlier ones produced, and all of them on the order as it is stored now. What
 * the order is judged by (preferences, stores, restrictions, workflows) is read once for all of them: a workflow of 190
 * actions would otherwise read it 190 times, while others wait for the table.
 */
export class OrderDraft {
  readonly #stored: Stored<Order>;
  readonly #deps: RunDeps;
  readonly #caller: OrderCaller;
  #patch: OrderPatch = {};
  #change: OrderChange | undefined;

  private constructor(stored: Stored<Order>, deps: RunDeps, caller: OrderCaller) {
    this.#stored = stored;
    this.#deps = deps;
    this.#caller = caller;
  }

  /** The order as it is stored now; undefined when there is none. 2 calls. */
  static async read(
    { table, ...deps }: RunDeps,
    organizationId: string,
    id: string,
  ): Promise<OrderDraft | undefined> {
    const [stored, organization] = await Promise.all([
      table.get(orderEntity, { organizationId, id }),
      table.get(organizationEntity, { id: organizationId }),
    ]);
    if (!stored) return undefined;
    const once = {
      ...{ ...deps, table, caller: organization?.value },
      stores: rememberingStores(deps.stores),
      zones: rememberingZones(deps.zones),
    };
    return new OrderDraft(stored, once, {
      ...{ organizationId, storeLocationIds: null, keyId: 'workflow', listShards: 1 },
      synchronousWorkflows: organization && synchronousGeneration(organization.value),
    });
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
    const fields = { ...this.#patch, ...patch };
    const change = await planUpdate(
      this.#deps,
      this.#caller,
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
