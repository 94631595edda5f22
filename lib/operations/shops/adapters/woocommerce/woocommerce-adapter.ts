import type { Credentials } from '../../../../fulfilment/providers/accounts/index.ts';
import { isSignedWith } from '../prove-message.ts';
import { OWN_SECRET, type ShopAdapter } from '../shop-adapter.ts';
import { readWooCommerce } from './read-woocommerce.ts';
import { tellWooCommerce } from './tell-woocommerce.ts';
import { weighLines } from './weigh-lines.ts';
import type { WooShop } from './woocommerce-client.ts';

/** Shops of WooCommerce. */
export const woocommerceAdapter: ShopAdapter = Object.freeze({
  id: 'woocommerce',
  creationSource: 'woocommerce',
  needsAddress: true,
  credentialFields: [
    {
      field: OWN_SECRET,
      summary:
        'Secret of the webhooks, if it was chosen in the shop; without it, the secret of the connection counts',
      isOptional: true,
    },
    {
      field: 'consumerKey',
      summary:
        'Key of the REST API with the permission Read/Write; without it the shop gets no news, and items have no weights',
      isOptional: true,
    },
    { field: 'consumerSecret', summary: 'Secret of that key', isOptional: true },
  ],
  isProven: ({ headers, rawBody }, secrets) =>
    isSignedWith(secrets, {
      body: rawBody,
      signature: headers['x-wc-webhook-signature'],
      encoding: 'base64',
    }),
  isGreeting: ({ rawBody }) => /^webhook_id=\d{1,20}$/.test(rawBody.trim()),
  envelope: ({ headers }) => ({
    deliveryId: headers['x-wc-webhook-delivery-id'],
    topic: (headers['x-wc-webhook-topic'] ?? '').slice(0, 100),
  }),
  read: readWooCommerce,
  async weigh(call, { address }, credentials, body) {
    const shop = shopOf(address, credentials);
    return shop ? weighLines(call, shop, body) : {};
  },
  async tell(call, { address }, credentials, notice) {
    const shop = shopOf(address, credentials);
    return shop ? tellWooCommerce(call, shop, notice) : 'unconnected';
  },
} satisfies ShopAdapter);

function shopOf(address: string | null, { consumerKey, consumerSecret }: Credentials): WooShop | undefined {
  return address !== null && consumerKey && consumerSecret
    ? { address, consumerKey, consumerSecret }
    : undefined;
}
