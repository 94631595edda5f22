import * as z from 'zod';
import { type CallShop, failedCall, type Told } from '../shop-calls.ts';
import { excerpt } from '../text-of.ts';

/** Version of the shop's API. It is supported for a year; what is used of it has not changed since 2023. */
const API_VERSION = '2026-07';

/** How long to wait when the shop does not say. Milliseconds. */
const PAUSE_MS = 2_000;

const reply = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z
    .array(
      z.object({
        message: z.string().nullish(),
        extensions: z.object({ code: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
        })
        .nullish(),
    })
    .nullish(),
});

/** One query or mutation of the shop's API: its data, or why there are none. */
export async function askShopify(
  call: CallShop,
  shop: { readonly address: string; readonly accessToken: string },
  query: string,
  variables: object,
): Promise<{ readonly data: Readonly<Record<string, unknown>> } | Exclude<Told, 'told'>> {
  const sent = await call({
    method: 'POST',
    url: `${shop.address}/admin/api/${API_VERSION}/graphql.json`,
    headers: { 'x-shopify-access-token': shop.accessToken, 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  if (sent.status !== 200) return failedCall(sent);
  const read = reply.safeParse(sent.body);
  if (!read.success) return { error: `The shop answered ${excerpt(sent.body)}`, retryAfterMs: PAUSE_MS };
  const { data, errors, extensions } = read.data;
  if (errors?.some((one) => one.extensions?.code === 'THROTTLED')) {
    return { error: 'The shop takes no more calls at the moment.', retryAfterMs: pauseOf(extensions?.cost) };
  }
  if (errors && errors.length > 0)
    return { error: `The shop refused: ${excerpt(errors)}`, retryAfterMs: null };
  return { data: data ?? {} };
}

/** Until the shop has restored what a call costs. */
function pauseOf(cost: NonNullable<z.output<typeof reply>['extensions']>['cost']): number {
  if (!cost) return PAUSE_MS;
  const { currentlyAvailable, restoreRate } = cost.throttleStatus;
  const lacking = Math.max(0, cost.requestedQueryCost - currentlyAvailable);
  return restoreRate > 0 ? Math.ceil((lacking / restoreRate) * 1000) : PAUSE_MS;
}
