import * as z from 'zod';
import { saveProducts as save } from '../../../lib/places/catalogue/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { productBodyExample, productExample } from './examples.ts';
import { productBody, productReply, renderProduct } from './product-schemas.ts';

/** Maximum number of rows per call: each is written in a few tens of milliseconds, ten at a time. */
const MAX_ROWS = 500;

/** POST /v1/products */
export const saveProducts = catalogueEndpoint({
  name: 'saveProducts',
  method: 'POST',
  path: '/v1/products',
  area: 'Catalogue',
  summary: 'Create or replace products',
  description: `Takes 1 to ${MAX_ROWS} products. A known external identifier replaces its product. \`version\` of a row, or \`If-Match\` for all of them, refuses the change if others have changed the product since. The reply is a bare array.`,
  permission: 'WRITE_CATALOG',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({
    products: z.array(productBody).min(1).max(MAX_ROWS).meta({ description: 'The products.' }),
  }),
  bodyExample: { products: [productBodyExample] },
  reply: z.array(productReply),
  replyExample: [productExample],
  refusals: [contentionOver('product')],
  async handle({ input: { body }, ctx }) {
    const rows = body.products.map((row) => ({ ...row, version: row.version ?? ctx.expectedVersion }));
    const saved = await save(ctx, ctx.origin, rows);
    return isRefusal(saved) ? saved : saved.map(renderProduct);
  },
});
