import * as z from 'zod';
import { createApiKey as create, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor, instant, optional, shortText } from '../../../lib/platform/http/index.ts';
import { apiKeyExample, apiKeyReply, secretExample, toReply } from './api-key-schemas.ts';
import { permissionName } from './permission-schemas.ts';

/** A list of what a key may do or reach; absent, null and empty all mean what its creator may. */
const restriction = <Item extends z.ZodType>(item: Item, description: string) =>
  z
    .array(item)
    .max(1000)
    .nullish()
    .transform((list) => (list && list.length > 0 ? list : undefined))
    .meta({ description });

/**
 * Ids to which a key is limited; absent and null mean the limits of its creator. An empty list is refused: a
 * script that finds no stores would get a key to everything.
 */
const limit = (description: string) =>
  optional(
    z
      .array(shortText(128))
      .max(1000)
      .refine(
        (ids) => ids.length > 0,
        'would not limit the key: send at least one id, or leave the field out',
      ),
  ).meta({ description: `${description} An empty list is refused.` });

/** POST /v1/organization-management/api-keys */
export const createApiKey = endpointFor<TenancyDeps>()({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/organization-management/api-keys',
  area: 'API keys',
  summary: 'Create an API key',
  description:
    'The secret is in `key`, in this reply only. A key grants at most what the credential that creates it has: ' +
    'asking for more is refused with `FORBIDDEN`, and missing values are taken from the creating credential. ' +
    'The person behind that credential stands behind the new key too: it has only rights which that person still ' +
    'has, and stops working when the person is no longer active.',
  permission: 'WRITE_API_KEY',
  forLimited: 'narrowed',
  body: z.object({
    name: shortText(128).meta({ description: 'Purpose of the key.' }),
    permissions: restriction(
      permissionName,
      'Permissions of the key; default all permissions of its creator.',
    ),
    storeLocationIds: limit(
      'Store locations whose orders and jobs the key may see; default the limits of its creator.',
    ),
    driverGroupIds: limit('Driver groups to which the key is limited; default the limits of its creator.'),
    expiresAt: optional(instant).meta({
      description: 'Expiry of the key; default the expiry of its creator, or never.',
    }),
    organizationIds: restriction(
      shortText(128),
      'Organizations that the key can reach, of those that its creator can reach; default this one. With several, every ' +
        'request must name one in the header `X-Org-Id`.',
    ),
  }),
  bodyExample: {
    name: apiKeyExample.name,
    permissions: apiKeyExample.permissions,
    expiresAt: apiKeyExample.expiresAt,
  },
  reply: apiKeyReply.extend({
    key: z.string().meta({ description: 'The secret. Store it now: it is not shown again.' }),
  }),
  replyExample: { ...apiKeyExample, lastUsedAt: null, key: secretExample },
  isConfidential: true,
  refusals: [contentionOver('API key')],
  async handle({ input: { body }, ctx }) {
    const made = await create(ctx, ctx, body);
    return isRefusal(made) ? made : { ...toReply(made.apiKey, made.version, undefined), key: made.key };
  },
});
