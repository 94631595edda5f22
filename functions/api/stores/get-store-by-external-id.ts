import * as z from 'zod';
import { readStoreByExternalId, storeLocationNotFound } from '../../../lib/places/stores/index.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { storeEndpoint } from './deps.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';

/** GET /v1/store_locations/external_identifier/{external_identifier} */
export const getStoreByExternalId = storeEndpoint({
  name: 'getStoreLocationByExternalIdentifier',
  method: 'GET',
  path: '/v1/store_locations/external_identifier/{external_identifier}',
  area: 'Store locations',
  summary: 'Get a store location by its external id',
  permission: 'READ_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  params: z.object({
    external_identifier: z.string().meta({ description: 'External identifier of the store location.' }),
  }),
  reply: servingReply,
  replyExample: servingExample,
  refusals: [storeLocationNotFound],
  async handle({ input: { path }, ctx }) {
    const store = await readStoreByExternalId(ctx.table, ctx.caller, path.external_identifier);
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
