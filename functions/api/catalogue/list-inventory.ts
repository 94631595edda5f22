import * as z from 'zod';
import { listInventory as list } from '../../../lib/places/catalogue/index.ts';
import { catalogueEndpoint } from './deps.ts';
import { inventoryExample } from './examples.ts';
import { inventoryReply, renderInventory } from './inventory-schemas.ts';
import { catalogueQuery, optionalFilter, pageOf } from './page-schemas.ts';

const name = (description: string) => z.string().max(255).optional().meta({ description });

/** GET /v1/inventory */
export const listInventory = catalogueEndpoint({
  name: 'listInventory',
  method: 'GET',
  path: '/v1/inventory',
  area: 'Catalogue',
  summary: 'List the stock of stores',
  description: 'Newest first. A key that is limited to store locations sees only their stock.',
  permission: 'READ_CATALOG',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  query: z.object({
    ...catalogueQuery,
    semanticSearch: name(
      'Words that describe the product, in any order and spelling. Similar rows are returned, the best match first.',
    ),
    externalStoreLocationId: name('External id of a store location.'),
    externalProductId: name('External id of a product.'),
  }),
  reply: z.object({ inventory: z.array(inventoryReply), totalResults: z.int() }),
  replyExample: { inventory: [inventoryExample], totalResults: 1 },
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const { search, semanticSearch, externalStoreLocationId, externalProductId, createdFrom } = query;
    const filters = {
      search,
      semanticSearch,
      ids: optionalFilter(query.ids),
      skus: optionalFilter(query.skus),
      externalStoreLocationId,
      externalProductId,
      createdFrom,
    };
    const page = pageOf(query.pageIndex, query.numResultsPerPage);
    const { inventory, totalCount } = await list(ctx, ctx.caller, filters, page);
    return { inventory: inventory.map(renderInventory), totalResults: totalCount };
  },
});
