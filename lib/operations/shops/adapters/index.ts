import type { ShopAdapterId } from '../shop.ts';
import { mappingAdapter } from './mapping/mapping-adapter.ts';
import type { ShopAdapter } from './shop-adapter.ts';

/** Every kind of shop. */
export const shopAdapters: Readonly<Record<ShopAdapterId, ShopAdapter>> = Object.freeze({
  mapping: mappingAdapter,
});
