import * as z from 'zod';
import { productNotFound, readProduct } from '../../../lib/places/catalogue/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { productExample } from './examples.ts';
import { productReply, renderProduct } from './product-schemas.ts';

/** GET /v1/product/{id} */
export const getProduct = catalogueEndpoint({
  name: 'getProduct',
  method: 'GET',
  path: '/v1/product/{id}',
  area: 'Catalogue',
  summary: 'Get a product',
  permission: 'READ_CATALOG',
  forLimited: 'shared',
  params: z.object({ id: z.string().meta({ description: 'Id of the product, `prd_...`.' }) }),
  reply: productReply,
  replyExample: productExample,
  refusals: [productNotFound],
  async handle({ input: { path }, ctx }) {
    const product = await readProduct(ctx.table, ctx.organizationId, path.id);
    return isRefusal(product) ? product : renderProduct(product);
  },
});
