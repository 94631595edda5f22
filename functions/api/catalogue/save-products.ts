import * as z from 'zod';
import { catalogueContention, saveProducts as save } from '../../../lib/catalogue/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { productBodyExample, productExample } from './examples.ts';
import { productBody, productReply, renderProduct } from './product-schemas.ts';

/** Rows of one call at most: each is written in some tens of milliseconds, ten at a time. */
const MAX_ROWS = 500;

/** POST /v1/products */
export const saveProducts = catalogueEndpoint({
  name: 'saveProducts',
  method: 'POST',
  path: '/v1/products',
  area: 'Catalogue',
  summary: 'Create or replace products',
  description: `1 to ${MAX_ROWS} of them; one whose external identifier is known replaces that product. The reply is a bare array.`,
  permission: 'WRITE_CATALOG',
  body: z.object({
    products: z.array(productBody).min(1).max(MAX_ROWS).meta({ description: 'The products.' }),
  }),
  bodyExample: { products: [productBodyExample] },
  reply: z.array(productReply),
  replyExample: [productExample],
  refusals: [catalogueContention],
  async handle({ input: { body }, ctx }) {
    const saved = await save(ctx, ctx.origin, body.products);
    return isRefusal(saved) ? saved : saved.map(renderProduct);
  },
});
