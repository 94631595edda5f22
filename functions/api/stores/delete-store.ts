import * as z from 'zod';
import {
  deleteStore as remove,
  storeLocationInUse,
  storeLocationNotFound,
} from '../../../lib/places/stores/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeExample } from './examples.ts';
import { storePath } from './store-schemas.ts';

/** DELETE /v1/store_locations/{id} */
export const deleteStore = storeEndpoint({
  name: 'deleteStoreLocation',
  method: 'DELETE',
  path: '/v1/store_locations/{id}',
  area: 'Store locations',
  summary: 'Delete a store location',
  description:
    'Refused while active orders or jobs name it, or a zone does; `details.usedBy` names some of them.',
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: storePath,
  reply: z.object({ id: z.string(), isDeleted: z.literal(true) }),
  replyExample: { id: storeExample.id, isDeleted: true },
  refusals: [storeLocationNotFound, storeLocationInUse, contentionOver('store location')],
  async handle({ input: { path }, ctx }) {
    const store = await remove(ctx, editorOf(ctx), path.id);
    return isRefusal(store) ? store : { id: store.value.id, isDeleted: true as const };
  },
});
