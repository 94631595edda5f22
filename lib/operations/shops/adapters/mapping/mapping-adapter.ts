import { isSameText, isSignedWith } from '../prove-message.ts';
import { OWN_SECRET, type ShopAdapter } from '../shop-adapter.ts';
import { readMapped, topicOf } from './read-mapped.ts';

/** Any shop, by the mapping of its connection. */
export const mappingAdapter: ShopAdapter = Object.freeze({
  id: 'mapping',
  creationSource: 'shop',
  needsAddress: false,
  credentialFields: [
    {
      field: OWN_SECRET,
      summary: 'Secret of a shop that chooses it itself; without it, the secret of the connection counts',
      isOptional: true,
    },
  ],
  isProven({ headers, rawBody }, secrets, { mapping }) {
    const way = mapping?.authentication ?? { type: 'bearer', header: 'authorization' };
    const given = headers[way.header];
    if (way.type === 'hmac') {
      return isSignedWith(secrets, { body: rawBody, signature: given, encoding: way.encoding });
    }
    const token = (given ?? '').replace(/^Bearer /i, '');
    return token !== '' && secrets.some((secret) => isSameText(token, secret));
  },
  envelope: ({ headers }, { mapping }) => ({
    deliveryId: headers['webhook-id'] ?? headers['idempotency-key'],
    topic: mapping ? topicOf(mapping, headers) : '',
  }),
  read(message, context) {
    const { mapping } = context.shop;
    if (!mapping) throw new Error('A shop with the adapter "mapping" has no mapping.');
    return readMapped(message, mapping, context);
  },
} satisfies ShopAdapter);
