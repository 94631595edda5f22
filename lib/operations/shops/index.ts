export { shopMapping } from './adapters/mapping/shop-mapping.ts';
export { NEWS_KINDS } from './adapters/shop-adapter.ts';
export {
  createShop,
  deleteShop,
  inboxOf,
  listShops,
  readShop,
  rotateShopSecret,
  type ShopDeps,
  updateShop,
} from './manage-shops.ts';
export { contentOf, listShopMessages, readShopMessage, replayShopMessage } from './read-messages.ts';
export { type ReceiveDeps, receiveShopMessage } from './receive-message.ts';
export {
  invalidShop,
  shopMessageNotAccepted,
  shopMessageNotFound,
  shopNotFound,
  tooManyShops,
} from './refusals.ts';
export { MAX_SHOPS, SHOP_ADAPTERS, type Shop } from './shop.ts';
export {
  MESSAGE_OUTCOMES,
  SHOP_MESSAGE_OBJECT_DAYS,
  SHOP_MESSAGE_TAGS,
  type ShopMessage,
  shopMessageDue,
  shopMessageEntity,
} from './shop-message.ts';
export type { TakeDeps } from './take-deps.ts';
export { takeShopMessage } from './take-message.ts';
export { type TestDeps, testShop } from './test-shop.ts';
