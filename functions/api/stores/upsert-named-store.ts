import * as z from 'zod';
import { upsertStore } from '../../../lib/places/stores/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { editorOf, storeEndpoint } from './deps.ts';
import { storeBodyExample } from './examples.ts';
import { renderOneServing, servingExample, servingReply } from './serving-schemas.ts';
import { storeChangesBody } from './store-schemas.ts';
import { upsertRefusals } from './upsert-store.ts';
import { refuseZones, withZones } from './zones-of-store.ts';

const { externalId, ...bodyExample } = storeBodyExample;

/** POST /v1/store_locations/external-identifier/{externalIdentifier} */
export const upsertNamedStore = storeEndpoint({
  name: 'upsertStoreLocationByExternalIdentifier',
  method: 'POST',
  path: '/v1/store_locations/external-identifier/{externalIdentifier}',
  area: 'Store locations',
  summary: 'Create or update the store location of an external id',
  description:
    'For an existing store only the fields that are sent change; a new one needs name, phone number and address.',
  permission: 'WRITE_STORE_LOCATION',
  forLimited: { stores: 'narrowed', groups: 'refused' },
  takesIfMatch: true,
  params: z.object({
    externalIdentifier: shortText(255).meta({
      description: `External id of the store location, such as \`${externalId}\`.`,
    }),
  }),
  body: storeChangesBody,
  bodyExample,
  reply: servingReply,
  replyExample: servingExample,
  refusals: upsertRefusals,
  async handle({ input: { path, body }, ctx }) {
    const refused = refuseZones(ctx, [body]);
    if (refused) return refused;
    const { externalIdentifier } = path;
    if (body.externalId !== undefined && body.externalId !== null && body.externalId !== externalIdentifier) {
      const why = `externalId is "${body.externalId}", but the path names "${externalIdentifier}". Send the same one, or leave externalId out.`;
      return validationErrors(`The request is not valid: externalId: ${why}`, {
        fields: { externalId: why },
      });
    }
    const input = { ...(await withZones(ctx, body)), externalId: externalIdentifier };
    const store = await upsertStore(ctx, editorOf(ctx), input);
    return isRefusal(store) ? store : renderOneServing(ctx, store);
  },
});
