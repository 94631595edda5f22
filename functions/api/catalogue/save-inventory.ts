import * as z from 'zod';
import { saveInventory as save, unknownCatalogueReferences } from '../../../lib/places/catalogue/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { inventoryBodyExample, inventoryExample } from './examples.ts';
import { inventoryBody, inventoryReply, readInventoryRow, renderInventory } from './inventory-schemas.ts';

/** Maximum number of rows of one call. */
const MAX_ROWS = 1_000;

/** POST /v1/inventory */
export const saveInventory = catalogueEndpoint({
  name: 'saveInventory',
  method: 'POST',
  path: '/v1/inventory',
  area: 'Catalogue',
  summary: 'Set the stock of stores',
  description:
    `Takes 1 to ${MAX_ROWS} rows. Each row replaces the stock of its product at its store. An unknown product or store ` +
    'refuses all rows, and nothing is written. `version` of a row, or `If-Match` for all of them, refuses the change if others ' +
    'have changed the row since. A caller that is limited to store locations can only set stock at these locations. The reply is a ' +
    'bare array.',
  permission: 'WRITE_CATALOG',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  body: z.object({
    inventory: z.array(inventoryBody).min(1).max(MAX_ROWS).meta({ description: 'The stocks.' }),
  }),
  bodyExample: { inventory: [inventoryBodyExample] },
  reply: z.array(inventoryReply),
  replyExample: [inventoryExample],
  refusals: [unknownCatalogueReferences, contentionOver('inventory')],
  async handle({ input: { body }, ctx }) {
    const saved = await save(
      ctx,
      { origin: ctx.origin, storeLocationIds: ctx.caller.storeLocationIds },
      body.inventory
        .map(readInventoryRow)
        .map((row) => ({ ...row, version: row.version ?? ctx.expectedVersion })),
    );
    return isRefusal(saved) ? saved : saved.map(renderInventory);
  },
});
