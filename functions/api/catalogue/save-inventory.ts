import * as z from 'zod';
import {
  catalogueContention,
  saveInventory as save,
  unknownCatalogueReferences,
} from '../../../lib/catalogue/index.ts';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { catalogueEndpoint } from './deps.ts';
import { inventoryBodyExample, inventoryExample } from './examples.ts';
import { inventoryBody, inventoryReply, readInventoryRow, renderInventory } from './inventory-schemas.ts';

/** Rows of one call at most. */
const MAX_ROWS = 1_000;

/** POST /v1/inventory */
export const saveInventory = catalogueEndpoint({
  name: 'saveInventory',
  method: 'POST',
  path: '/v1/inventory',
  area: 'Catalogue',
  summary: 'Set what stores have of products',
  description:
    `1 to ${MAX_ROWS} rows; each replaces what was known of its product at its store. Unknown products or stores ` +
    'refuse all rows before anything is written. The reply is a bare array.',
  permission: 'WRITE_CATALOG',
  body: z.object({
    inventory: z.array(inventoryBody).min(1).max(MAX_ROWS).meta({ description: 'The stocks.' }),
  }),
  bodyExample: { inventory: [inventoryBodyExample] },
  reply: z.array(inventoryReply),
  replyExample: [inventoryExample],
  refusals: [unknownCatalogueReferences, catalogueContention],
  async handle({ input: { body }, ctx }) {
    const saved = await save(ctx, ctx.caller, body.inventory.map(readInventoryRow));
    return isRefusal(saved) ? saved : saved.map(renderInventory);
  },
});
