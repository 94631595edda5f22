import { isSignedWith } from '../prove-message.ts';
import { OWN_SECRET, type ShopAdapter } from '../shop-adapter.ts';
import { readShopify } from './read-shopify.ts';
import { tellShopify } from './tell-shopify.ts';

/** Shops of Shopify. */
export const shopifyAdapter: ShopAdapter = Object.freeze({
  id: 'shopify',
  creationSource: 'shopify',
  needsAddress: true,
  credentialFields: [
    {
      field: OWN_SECRET,
      summary:
        'Secret that signs its webhooks: the client secret of the app, or the one below the webhooks in its settings',
      isOptional: false,
    },
    {
      field: 'accessToken',
      summary:
        'Access token of the app, to fulfil orders with their tracking link; without it the shop gets no news',
      isOptional: true,
    },
  ],
  isProven({ headers, rawBody }, secrets, { address }) {
    const signature = headers['x-shopify-hmac-sha256'];
    const from = headers['x-shopify-shop-domain']?.toLowerCase();
    const isFromShop = from === undefined || address === null || from === new URL(address).host;
    return isFromShop && isSignedWith(secrets, { body: rawBody, signature, encoding: 'base64' });
  },
  envelope: ({ headers }) => ({
    deliveryId: headers['x-shopify-webhook-id'],
    topic: (headers['x-shopify-topic'] ?? '').slice(0, 100),
  }),
  read: readShopify,
  async tell(call, { address }, { accessToken }, notice) {
    if (address === null || !accessToken) return 'unconnected';
    return tellShopify(call, { address, accessToken }, notice);
  },
} satisfies ShopAdapter);
