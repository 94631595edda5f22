import * as z from 'zod';
import { isRefusal } from '../../../lib/core/refusal.ts';
import {
  endpointFor,
  instant,
  lockAcquisitionFailure,
  optional,
  shortText,
} from '../../../lib/http/index.ts';
import { createApiKey as create, type TenancyDeps } from '../../../lib/tenancy/index.ts';
import { apiKeyExample, apiKeyReply, secretExample, toReply } from './api-key-schemas.ts';
import { permissionName } from './permission-schemas.ts';

/** A list that restricts; not given, null and empty all mean "no restriction of its own". */
const restriction = <Item extends z.ZodType>(item: Item, description: string) =>
  z
    .array(item)
    .max(1000)
    .nullish()
    .transform((list) => (list && list.length > 0 ? list : undefined))
    .meta({ description });

/** POST /v1/organization-management/api-keys */
export const createApiKey = endpointFor<TenancyDeps>()({
  name: 'createApiKey',
  method: 'POST',
  path: '/v1/organization-management/api-keys',
  area: 'API keys',
  summary: 'Create an API key',
  description:
    'The secret is in `key`, in this reply and never again. A key grants at most what the key that creates it has: ' +
    'asking for more is refused with `FORBIDDEN`, and what is not given is taken from the creating key.',
  permission: 'WRITE_API_KEY',
  body: z.object({
    name: shortText(128).meta({ description: 'What the key is for.' }),
    permissions: restriction(
      permissionName,
      'What the key may do; none given = all that the creator may do.',
    ),
    storeLocationIds: restriction(
      shortText(128),
      'Limits the key to orders and jobs that touch these store locations; none given = the limits of the creator.',
    ),
    driverGroupIds: restriction(
      shortText(128),
      'Limits the key to these driver groups; none given = the limits of the creator.',
    ),
    expiresAt: optional(instant).meta({
      description: 'When the key ends; none given = with its creator, or never.',
    }),
    organizationIds: restriction(
      shortText(128),
      'Organizations the key reaches, of those that the creator reaches; none given = this one. With several, every ' +
        'request has to name one in the header `X-Org-Id`.',
    ),
  }),
  bodyExample: {
    name: apiKeyExample.name,
    permissions: apiKeyExample.permissions,
    expiresAt: apiKeyExample.expiresAt,
  },
  reply: apiKeyReply.extend({
    key: z.string().meta({ description: 'The secret. Keep it: it is not shown again.' }),
  }),
  replyExample: { ...apiKeyExample, key: secretExample },
  isConfidential: true,
  refusals: [lockAcquisitionFailure],
  async handle({ input: { body }, ctx }) {
    const made = await create(ctx, ctx, body);
    return isRefusal(made) ? made : { ...toReply(made.apiKey), key: made.key };
  },
});
