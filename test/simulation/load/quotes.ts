import type { Known } from '../world/merchant.ts';
import { defineLoad } from './define-load.ts';
import { chooseQuote } from './dispatch.ts';
import { anyOrder } from './orders.ts';

/** Milliseconds from the expiry of a quote to the request that selects it. */
const AROUND = [-10_000, -1_000, 0, 1_000, 3_000, 60_000];

/** Quotes that are selected around their expiry. */
export const quotesLoad = defineLoad({
  area: 'quotes that expire',
  chance: 0.15,
  drives: [],
  actions: [
    {
      name: 'a quote is chosen shortly before it expires, or afterwards',
      weight: 8,
      async run(client) {
        const { random, world } = client;
        const quoted = await client.call('POST /v1/order/get_quotes', { body: anyOrder(client) });
        client.learnQuotes(quoted?.json);
        const quote = client.any((quoted?.json?.quotes ?? []) as Known['quotes']);
        if (!quote?.expireTime) return;
        const at = Date.parse(quote.expireTime) + random.pick(AROUND);
        await world.scheduler.pause(Math.max(0, at - world.now()));
        await chooseQuote(client, quote.id);
      },
    },
  ],
});
