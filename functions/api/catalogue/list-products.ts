import * as z from 'zod';
import { listProducts as list } from '../../../lib/places/catalogue/index.ts';
import { catalogueEndpoint } from './deps.ts';
import { productExample } from './examples.ts';
import { catalogueQuery, optionalFilter, pageOf } from './page-schemas.ts';
import { productReply, renderProduct } from './product-schemas.ts';

/** GET /v1/products */
export const listProducts = catalogueEndpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/v1/products',
  area: 'Catalogue',
  summary: 'List products',
  description: 'Newest first.',
  permission: 'READ_CATALOG',
  forLimited: 'shared',
  query: z.object(catalogueQuery),
  reply: z.object({ products: z.array(productReply), totalResults: z.int() }),
  replyExample: { products: [productExample], totalResults: 1 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { search, createdFrom } = query;
    const filters = { search, ids: optionalFilter(query.ids), skus: optionalFilter(query.skus), createdFrom };
    const page = pageOf(query.pageIndex, query.numResultsPerPage);
    const { products, totalCount } = await list(ctx, ctx.caller, filters, page);
    return { products: products.map(renderProduct), totalResults: totalCount };
  },
});
