import type { ShopAdapterId } from '../shop.ts';
import { mappingAdapter } from './mapping/mapping-adapter.ts';
import type { ShopAdapter } from './shop-adapter.ts';
import { shopifyAdapter } from './shopify/shopify-adapter.ts';
import { woocommerceAdapter } from './woocommerce/woocommerce-adapter.ts';

/** Every kind of shop. */
export const shopAdapters: Readonly<Record<ShopAdapterId, ShopAdapter>> = Object.freeze({
  shopify: shopifyAdapter,
  woocommerce: woocommerceAdapter,
  mapping: mappingAdapter,
});
