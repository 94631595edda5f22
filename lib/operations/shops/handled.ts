import { type Operation, replace, type Stored } from '../../platform/table/index.ts';
import type { ShopMessage } from './shop-message.ts';
import { type ShopOrder, shopOrderEntity } from './shop-order.ts';
import type { TakeDeps } from './take-deps.ts';

/** What became of a message, and of which order. */
export interface Handled {
  readonly outcome: ShopMessage['outcome'];
  readonly orderId: string | null;
  readonly message: string | null;
}

/** Writes what is known now, with more of the same transaction. Undefined when another message was faster. */
export async function written(
  { table }: Pick<TakeDeps, 'table'>,
  known: Stored<ShopOrder>,
  next: ShopOrder,
  more: readonly Operation[] = [],
): Promise<true | undefined> {
  const { ok } = await table.write([replace(shopOrderEntity, known, next), ...more]);
  return ok || undefined;
}
