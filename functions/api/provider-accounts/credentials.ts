import * as z from 'zod';
import {
  deleteCredentials,
  invalidAccount,
  providerNotFound,
  readAccount,
  setCredentials,
} from '../../../lib/fulfilment/providers/accounts/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional } from '../../../lib/platform/http/index.ts';
import { accountExample, accountReply, chatChannel, providerPath, renderAccount } from './account-schemas.ts';
import { defineAccountEndpoint } from './deps.ts';

const common = {
  path: '/v1/providers/{providerId}/credentials',
  area: 'Providers',
  params: providerPath,
  reply: accountReply,
  replyExample: accountExample,
} as const;

/** PUT /v1/providers/{providerId}/credentials */
export const setProviderCredentials = defineAccountEndpoint({
  ...common,
  name: 'setProviderCredentials',
  method: 'PUT',
  summary: 'Set the credentials for a carrier',
  description:
    'Enables an installed carrier for this organization, or replaces all of its credentials. They are stored in Secrets ' +
    'Manager and never shown. Register the `updatesUrl` of the reply with the carrier as its webhook.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  body: z.object({
    credentials: z
      .record(z.string().max(60), z.string().max(4_096))
      .meta({ description: 'Credentials by name; a refusal lists the names that the carrier expects.' }),
    isEnabled: optional(z.boolean()).meta({ description: 'false = keep them, but do not ask the carrier.' }),
    chatChannel,
  }),
  bodyExample: {
    credentials: {
      developerId: '7a1c',
      keyId: '90ff',
      signingSecret: 'c2VjcmV0',
      webhookSecret: 'a-long-secret',
    },
  },
  refusals: [invalidAccount, contentionOver('provider account')],
  async handle({ input: { path, body }, ctx }) {
    const stored = await setCredentials(ctx, ctx.organizationId, path.providerId, body, ctx.expectedVersion);
    return isRefusal(stored) ? stored : renderAccount(stored);
  },
});

/** GET /v1/providers/{providerId}/credentials */
export const getProviderAccount = defineAccountEndpoint({
  ...common,
  name: 'getProviderAccount',
  method: 'GET',
  summary: 'Get the account with a carrier',
  description: 'Says whether credentials exist and since when; never shows the credentials.',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  refusals: [providerNotFound],
  async handle({ input: { path }, ctx }) {
    const stored = await readAccount(ctx, ctx.organizationId, path.providerId);
    return isRefusal(stored) ? stored : renderAccount(stored);
  },
});

/** DELETE /v1/providers/{providerId}/credentials */
export const deleteProviderCredentials = defineAccountEndpoint({
  ...common,
  name: 'deleteProviderCredentials',
  method: 'DELETE',
  summary: 'Delete the credentials for a carrier',
  description: 'The carrier is no longer asked. Deliveries that it carries can no longer be cancelled there.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  refusals: [providerNotFound, contentionOver('provider account')],
  async handle({ input: { path }, ctx }) {
    const stored = await deleteCredentials(ctx, ctx.organizationId, path.providerId, ctx.expectedVersion);
    return isRefusal(stored) ? stored : renderAccount(stored);
  },
});
