import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import { shortText } from '../../../lib/http/index.ts';
import { upsertStore } from '../../../lib/stores/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample, storeExample } from './examples.ts';
import { namedStoreBody, renderStore, storeReply } from './store-schemas.ts';
import { upsertRefusals } from './upsert-store.ts';

const { externalId, ...bodyExample } = storeBodyExample;

/** POST /v1/store_locations/external-identifier/{externalIdentifier} */
export const upsertNamedStore = storeEndpoint({
  name: 'upsertStoreLocationByExternalIdentifier',
  method: 'POST',
  path: '/v1/store_locations/external-identifier/{externalIdentifier}',
  area: 'Store locations',
  summary: 'Create or update the store location of an external id',
  description: 'One that exists is changed in what is sent; a new one needs name, phone number and address.',
  permission: 'WRITE_STORE_LOCATION',
  params: z.object({
    externalIdentifier: shortText(255).meta({
      description: `The caller's own id of it, as \`${externalId}\`.`,
    }),
  }),
  body: namedStoreBody,
  bodyExample,
  reply: storeReply,
  replyExample: storeExample,
  refusals: upsertRefusals,
  async handle({ input: { path, body }, ctx }) {
    const store = await upsertStore(ctx, editorOf(ctx), { ...body, externalId: path.externalIdentifier });
    return isRefusal(store) ? store : renderStore(store);
  },
});
