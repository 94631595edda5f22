import * as z from 'zod';
import { productNotFound, readProductByIdentifier } from '../../../lib/places/catalogue/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { productExample } from './examples.ts';
import { productReply, renderProduct } from './product-schemas.ts';

/** GET /v1/product/external_identifier/{externalIdentifier} */
export const getProductByIdentifier = catalogueEndpoint({
  name: 'getProductByExternalIdentifier',
  method: 'GET',
  path: '/v1/product/external_identifier/{externalIdentifier}',
  area: 'Catalogue',
  summary: 'Get a product by its external identifier',
  permission: 'READ_CATALOG',
  forLimited: 'shared',
  params: z.object({
    externalIdentifier: z.string().meta({ description: 'External identifier of the product.' }),
  }),
  reply: productReply,
  replyExample: productExample,
  refusals: [productNotFound],
  async handle({ input: { path }, ctx }) {
    const product = await readProductByIdentifier(ctx.table, ctx.organizationId, path.externalIdentifier);
    return isRefusal(product) ? product : renderProduct(product);
  },
});
