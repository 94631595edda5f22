import * as z from 'zod';
import {
  createShop,
  deleteShop,
  invalidShop,
  listShops,
  MAX_SHOPS,
  readShop,
  rotateShopSecret,
  shopNotFound,
  tooManyShops,
  updateShop,
} from '../../../lib/operations/shops/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { defineShopEndpoint } from './deps.ts';
import {
  adapterField,
  changeableFields,
  renderShop,
  secretExample,
  shopBodyExample,
  shopExample,
  shopPath,
  shopReply,
  shopWithSecretReply,
} from './shop-schemas.ts';

/** POST /v1/shops */
export const createShopEndpoint = defineShopEndpoint({
  name: 'createShop',
  method: 'POST',
  path: '/v1/shops',
  area: 'Shops',
  summary: 'Connect a shop',
  description:
    "The shop's orders become orders here, each once, and change as the shop changes them. " +
    'Send its messages (webhooks) to `inboxUrl`, with the secret of the reply. ' +
    `An organization has at most ${MAX_SHOPS} shops.`,
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  isConfidential: true,
  body: z.object({ ...changeableFields, adapter: adapterField }),
  reply: shopWithSecretReply,
  bodyExample: shopBodyExample,
  replyExample: { ...shopExample, secret: secretExample },
  refusals: [invalidShop, tooManyShops],
  async handle({ input: { body }, ctx }) {
    const made = await createShop(ctx, ctx.organizationId, {
      name: body.name,
      adapter: body.adapter,
      address: body.address ?? null,
      isEnabled: body.isEnabled ?? true,
      pickupStoreLocationId: body.pickupStoreLocationId ?? null,
      dispatchStrategyId: body.dispatchStrategyId ?? null,
      deliveryMode: body.deliveryMode ?? null,
      timeZone: body.timeZone ?? null,
      mapping: body.mapping ?? null,
      credentials: body.credentials,
    });
    return isRefusal(made) ? made : { ...renderShop(made.stored), secret: made.secret };
  },
});

/** GET /v1/shops */
export const listShopsEndpoint = defineShopEndpoint({
  name: 'listShops',
  method: 'GET',
  path: '/v1/shops',
  area: 'Shops',
  summary: 'List shops',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  reply: z.object({ shops: z.array(shopReply) }),
  replyExample: { shops: [shopExample] },
  refusals: [],
  async handle({ ctx }) {
    return { shops: (await listShops(ctx.table, ctx.organizationId)).map(renderShop) };
  },
});

/** GET /v1/shops/{id} */
export const getShop = defineShopEndpoint({
  name: 'getShop',
  method: 'GET',
  path: '/v1/shops/{id}',
  area: 'Shops',
  summary: 'Get a shop',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  params: shopPath,
  reply: shopReply,
  replyExample: shopExample,
  refusals: [shopNotFound],
  async handle({ input: { path }, ctx }) {
    const found = await readShop(ctx.table, ctx.organizationId, path.id);
    return isRefusal(found) ? found : renderShop(found);
  },
});

/** PATCH /v1/shops/{id} */
export const updateShopEndpoint = defineShopEndpoint({
  name: 'updateShop',
  method: 'PATCH',
  path: '/v1/shops/{id}',
  area: 'Shops',
  summary: 'Change a shop',
  description:
    'Only the fields that are sent change. `credentials` replace all earlier ones; of the earlier `webhookSecret`, messages are accepted for another 24 hours. ' +
    'A new address needs the credentials as well, because they belong to one address.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  isConfidential: true,
  params: shopPath,
  body: z.object(changeableFields).partial(),
  reply: shopReply,
  bodyExample: { isEnabled: false },
  replyExample: { ...shopExample, isEnabled: false, version: 2 },
  refusals: [shopNotFound, invalidShop, contentionOver('shop')],
  async handle({ input: { path, body }, ctx }) {
    const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed = await updateShop(ctx, ctx.organizationId, path.id, sent, ctx.expectedVersion);
    return isRefusal(changed) ? changed : renderShop(changed);
  },
});

/** DELETE /v1/shops/{id} */
export const deleteShopEndpoint = defineShopEndpoint({
  name: 'deleteShop',
  method: 'DELETE',
  path: '/v1/shops/{id}',
  area: 'Shops',
  summary: 'Disconnect a shop',
  description: 'Also deletes its credentials. Its orders stay; the reply shows the shop as it was.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  params: shopPath,
  reply: shopReply,
  replyExample: shopExample,
  refusals: [shopNotFound, contentionOver('shop')],
  async handle({ input: { path }, ctx }) {
    const deleted = await deleteShop(ctx, ctx.organizationId, path.id, ctx.expectedVersion);
    return isRefusal(deleted) ? deleted : renderShop(deleted);
  },
});

/** POST /v1/shops/{id}/rotate-secret */
export const rotateShopSecretEndpoint = defineShopEndpoint({
  name: 'rotateShopSecret',
  method: 'POST',
  path: '/v1/shops/{id}/rotate-secret',
  area: 'Shops',
  summary: 'Rotate the secret of a shop',
  description: 'The previous secret stays valid for another 24 hours.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  isConfidential: true,
  params: shopPath,
  reply: shopWithSecretReply,
  replyExample: { ...shopExample, secret: secretExample, version: 2 },
  refusals: [shopNotFound, invalidShop, contentionOver('shop')],
  async handle({ input: { path }, ctx }) {
    const rotated = await rotateShopSecret(ctx, ctx.organizationId, path.id);
    return isRefusal(rotated) ? rotated : { ...renderShop(rotated.stored), secret: rotated.secret };
  },
});
