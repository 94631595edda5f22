import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { webhookSigningSecret } from '../../../lib/reactions/webhooks/index.ts';
import { type ShopsDeps, shopsDeps } from './deps.ts';
import { getShopMessage, listMessages, listNotices, replayMessage } from './messages.ts';
import {
  createShopEndpoint,
  deleteShopEndpoint,
  getShop,
  listShopsEndpoint,
  rotateShopSecretEndpoint,
  updateShopEndpoint,
} from './shops.ts';
import { testShopEndpoint } from './test-shop.ts';

/** Connected shops: their settings, the log of their messages, and tests. */
export const shopsArea = defineArea<ShopsDeps>({
  name: 'shops',
  endpoints: [
    ...[createShopEndpoint, listShopsEndpoint, getShop, updateShopEndpoint, deleteShopEndpoint],
    ...[rotateShopSecretEndpoint, testShopEndpoint, listMessages, getShopMessage, replayMessage],
    listNotices,
  ],
  uses: {
    table: 'readWrite',
    bucket: 'read',
    credentials: 'readWrite',
    secrets: [webhookSigningSecret],
  },
});

export const handler = serveArea(shopsArea, shopsDeps);
