import type { CredentialStore } from '../../fulfilment/providers/accounts/index.ts';
import type { OrderCaller } from '../../ordering/orders/index.ts';
import type { BulkDeps } from '../bulk/index.ts';
import type { ReadingContext } from './adapters/shop-adapter.ts';
import type { CallShop } from './adapters/shop-calls.ts';
import type { Shop } from './shop.ts';
import type { ShopMessage } from './shop-message.ts';

/** What carrying out messages needs: orders are created and changed, and their jobs with their providers. */
export interface TakeDeps extends BulkDeps {
  readonly store: CredentialStore;
  readonly call: CallShop;
}

/** A message that is being carried out. */
export interface Handling {
  readonly shop: Shop;
  readonly message: ShopMessage;
  readonly caller: OrderCaller;
  readonly context: ReadingContext;
}
