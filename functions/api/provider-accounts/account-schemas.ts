import * as z from 'zod';
import type { ProviderAccount } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { CHAT_CHANNEL } from '../../../lib/platform/core/chat-channel.ts';
import { providerUpdatesUrl } from '../../../lib/platform/core/links.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import type { Stored } from '../../../lib/platform/table/index.ts';

const common = {
  id: z.string().meta({ description: 'Id of the provider, as dispatch strategies name it.' }),
  name: z.string(),
  isEnabled: z.boolean().meta({ description: 'Whether it is asked for quotes and given deliveries.' }),
  chatChannel: z.string().nullable(),
  updatesUrl: z.string().meta({ description: 'URL to which the provider sends its updates.' }),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

/** A partner over HTTP in replies, without its token. */
export const httpFleetReply = z.object({ ...common, baseUrl: z.string() }).meta({ id: 'HttpFleet' });

/** A partner after registration or rotation. */
export const httpFleetWithSecretReply = httpFleetReply.extend({
  signingSecret: z.string().nullable().meta({
    description:
      'Secret that signs our calls and the messages of the partner (Standard Webhooks); shown only once.',
  }),
});

/** An account with a carrier, without its credentials. */
export const accountReply = z.object(common).meta({ id: 'ProviderAccount' });

export const httpFleetExample = {
  id: 'prv_http_quick_riders',
  name: 'Quick Riders',
  baseUrl: 'https://api.quick-riders.example/delivery',
  isEnabled: true,
  chatChannel: '#quick-riders',
  updatesUrl:
    'https://api.example.com/v1/providers/prv_http_quick_riders/updates?organizationId=org_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

export const httpFleetWithSecretExample = {
  ...httpFleetExample,
  signingSecret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
};

export const accountExample = {
  id: 'prv_doordash',
  name: 'DoorDash Drive',
  isEnabled: true,
  chatChannel: null,
  updatesUrl:
    'https://api.example.com/v1/providers/prv_doordash/updates?organizationId=org_01JD8Z6Q4T9V2N5X7C3B1M0K8H',
  version: 1,
  createdAt: '2026-03-05T01:11:51.000Z',
  updatedAt: '2026-03-05T01:11:51.000Z',
};

/** Where the organization and the provider chat. */
export const chatChannel = z
  .string()
  .regex(CHAT_CHANNEL, 'is not a channel such as #deliveries or C024BE91L')
  .nullish()
  .meta({
    description: 'Channel of the team chat, for `{{provider.chat_channel}}` in messages; `null` = none.',
  });

/** The id of a partner in a path. */
export const fleetPath = z.object({
  id: shortText(100).meta({ description: 'Id of the partner, `prv_http_...`.' }),
});

/** The id of a carrier in a path. */
export const providerPath = z.object({
  providerId: shortText(100).meta({ description: 'Id of the carrier, `prv_...`.' }),
});

/** A partner's token, which goes into a header. */
export const tokenText = z
  .string()
  .min(1)
  .max(2_048)
  .regex(/^[\x21-\x7e]+$/, 'may contain only visible characters without spaces');

/** An account in its wire form. */
export function renderAccount({ value, version }: Stored<ProviderAccount>) {
  const { organizationId, id, name, isEnabled, chatChannel, createdAt, updatedAt } = value;
  const updatesUrl = providerUpdatesUrl(id, organizationId);
  return { id, name, isEnabled, chatChannel, updatesUrl, version, createdAt, updatedAt };
}

/** A partner in its wire form. */
export function renderFleet(stored: Stored<ProviderAccount>) {
  return { ...renderAccount(stored), baseUrl: stored.value.baseUrl ?? '' };
}
