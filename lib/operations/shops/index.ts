export { shopMapping } from './adapters/mapping/shop-mapping.ts';
export { NEWS_KINDS } from './adapters/shop-adapter.ts';
export type { CallShop } from './adapters/shop-calls.ts';
export { listShopNotices } from './list-notices.ts';
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
  SHOP_MESSAGES,
  type ShopMessage,
  shopMessageDue,
  shopMessageEntity,
} from './shop-message.ts';
export { NOTICE_KINDS, NOTICE_STATUSES, shopNoticeTimer } from './shop-notice.ts';
export type { TakeDeps } from './take-deps.ts';
export { takeShopMessage } from './take-message.ts';
export { SHOP_DELIVERY_EVENTS, type TellDeps, tellShop } from './tell-shop.ts';
export { type TestDeps, testShop } from './test-shop.ts';
