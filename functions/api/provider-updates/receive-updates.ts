import * as z from 'zod';
import {
  messageNotAccepted,
  receiveMessage,
  updateIsBusy,
} from '../../../lib/fulfilment/provider-news/index.ts';
import { validationErrors } from '../../../lib/platform/core/common-refusals.ts';
import { shortText } from '../../../lib/platform/http/index.ts';
import { defineUpdatesEndpoint } from './deps.ts';

/** POST /v1/providers/{providerId}/updates */
export const receiveUpdates = defineUpdatesEndpoint({
  name: 'receiveProviderUpdates',
  method: 'POST',
  path: '/v1/providers/{providerId}/updates',
  area: 'Providers',
  summary: "Receive a carrier's message",
  description:
    'Carriers and partners send their updates here, in their own format and with their own signature; no API key is needed. ' +
    'A partner over HTTP signs by Standard Webhooks with its signing secret and sends the fields of ' +
    'PATCH /v1/fleet/deliveries but `pincode` with `deliveryId`, or `updates` of up to 100. A field that is `null` or ' +
    'unreadable counts as absent; the rest of its update is accepted. A message can be sent again.',
  permission: null,
  forLimited: null,
  params: z.object({
    providerId: shortText(100).meta({ description: 'Id of the provider, `prv_...`.' }),
  }),
  query: z.object({
    organizationId: shortText(100).meta({ description: 'Id of the organization that the message is for.' }),
  }),
  body: z.unknown().meta({ description: "The carrier's message." }),
  bodyExample: {
    deliveryId: 'dlv_01JD8Z6Q4T9V2N5X7C3B1M0K8Hc1a1',
    status: 'pickup_enroute',
    occurred_at: '2026-03-05T01:11:51.000Z',
  },
  reply: z.object({
    taken: z.int().meta({ description: 'Updates that were accepted.' }),
    ignored: z.int().meta({
      description:
        'Updates that were skipped: their deliveries have ended, are unknown or belong to others, or they name none.',
    }),
  }),
  replyExample: { taken: 1, ignored: 0 },
  refusals: [messageNotAccepted, updateIsBusy, validationErrors],
  handle({ input: { path, query, body }, ctx, request }) {
    const { organizationId } = query;
    const message = { organizationId, headers: request.headers, rawBody: request.body };
    return receiveMessage(ctx, path.providerId, message, body);
  },
});
