import type { HttpMethod } from '../../../../platform/core/http-methods.ts';
import { type CallShop, failedCall, type Told } from '../shop-calls.ts';

/** A shop and the keys of its REST API. */
export interface WooShop {
  readonly address: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/** A call of the shop's REST API: the body of its reply, or why there is none. */
export async function askWooCommerce(
  call: CallShop,
  shop: WooShop,
  method: HttpMethod,
  path: string,
  fields?: object,
): Promise<{ readonly body: unknown } | Exclude<Told, 'told'>> {
  const pair = Buffer.from(`${shop.consumerKey}:${shop.consumerSecret}`, 'utf8').toString('base64');
  const reply = await call({
    method,
    url: `${shop.address.replace(/\/$/, '')}/wp-json/wc/v3${path}`,
    headers: {
      authorization: `Basic ${pair}`,
      ...(fields ? { 'content-type': 'application/json' } : {}),
    },
    ...(fields ? { body: JSON.stringify(fields) } : {}),
  });
  if (reply.status < 200 || reply.status > 299) return failedCall(reply);
  return { body: reply.body };
}
