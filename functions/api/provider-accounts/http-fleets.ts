import * as z from 'zod';
import {
  accountsOf,
  deleteHttpFleet as deleteFleet,
  invalidAccount,
  MAX_HTTP_FLEETS,
  providerNameTaken,
  providerNotFound,
  readHttpFleet,
  registerHttpFleet,
  tooManyAccounts,
  updateHttpFleet as updateFleet,
} from '../../../lib/fulfilment/providers/accounts/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { optional, shortText } from '../../../lib/platform/http/index.ts';
import {
  chatChannel,
  fleetPath,
  httpFleetExample,
  httpFleetReply,
  httpFleetWithSecretExample,
  httpFleetWithSecretReply,
  renderFleet,
  tokenText,
} from './account-schemas.ts';
import { defineAccountEndpoint } from './deps.ts';

const baseUrl = z.string().max(2_048).meta({
  description: 'URL of the partner, `https://`; calls go to `/fleet/routes` below it.',
});
const token = tokenText.meta({ description: 'Bearer token that our calls carry; never shown again.' });

/** POST /v1/http-fleets */
export const createHttpFleet = defineAccountEndpoint({
  name: 'createHttpFleet',
  method: 'POST',
  path: '/v1/http-fleets',
  area: 'Providers',
  summary: 'Register a partner over HTTP',
  description:
    'The partner becomes a provider of this organization only. It answers POST /fleet/routes/quote, /fleet/routes, ' +
    '/fleet/routes/{routeId}, /fleet/routes/{routeId}/cancel and GET /fleet/routes/{routeId}: 200 accepts, 4xx refuses ' +
    'for good; 5xx and no answer are retried with the same `Idempotency-Key`. Calls are signed by Standard Webhooks. ' +
    `A partner that fails to answer five times in a row is not called for 30 seconds. An organization has at most ${MAX_HTTP_FLEETS} partners.`,
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  isConfidential: true,
  body: z.object({
    name: shortText(60).meta({ description: 'Name of the partner; its id follows from it.' }),
    baseUrl,
    token,
    chatChannel,
  }),
  bodyExample: {
    name: 'Quick Riders',
    baseUrl: 'https://api.quick-riders.example/delivery',
    token: 'qr_live_8d1f0c',
  },
  reply: httpFleetWithSecretReply,
  replyExample: httpFleetWithSecretExample,
  refusals: [invalidAccount, providerNameTaken, tooManyAccounts],
  async handle({ input: { body }, ctx }) {
    const made = await registerHttpFleet(ctx, ctx.organizationId, body);
    if (isRefusal(made)) return made;
    return { ...renderFleet(made.stored), signingSecret: made.signingSecret };
  },
});

/** GET /v1/http-fleets */
export const listHttpFleets = defineAccountEndpoint({
  name: 'listHttpFleets',
  method: 'GET',
  path: '/v1/http-fleets',
  area: 'Providers',
  summary: 'List partners over HTTP',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  reply: z.object({ httpFleets: z.array(httpFleetReply) }),
  replyExample: { httpFleets: [httpFleetExample] },
  refusals: [],
  async handle({ ctx }) {
    const all = await accountsOf(ctx, ctx.organizationId);
    return { httpFleets: all.filter(({ value }) => value.kind === 'http-fleet').map(renderFleet) };
  },
});

/** GET /v1/http-fleets/{id} */
export const getHttpFleet = defineAccountEndpoint({
  name: 'getHttpFleet',
  method: 'GET',
  path: '/v1/http-fleets/{id}',
  area: 'Providers',
  summary: 'Get a partner over HTTP',
  permission: 'READ_CONNECTION',
  forLimited: 'shared',
  params: fleetPath,
  reply: httpFleetReply,
  replyExample: httpFleetExample,
  refusals: [providerNotFound],
  async handle({ input: { path }, ctx }) {
    const stored = await readHttpFleet(ctx, ctx.organizationId, path.id);
    return isRefusal(stored) ? stored : renderFleet(stored);
  },
});

/** PATCH /v1/http-fleets/{id} */
export const updateHttpFleet = defineAccountEndpoint({
  name: 'updateHttpFleet',
  method: 'PATCH',
  path: '/v1/http-fleets/{id}',
  area: 'Providers',
  summary: 'Change a partner over HTTP',
  description: 'Changes take effect everywhere within half a minute.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  isConfidential: true,
  params: fleetPath,
  body: z.object({
    baseUrl: optional(baseUrl).meta({ description: 'New address.' }),
    token: optional(token).meta({ description: 'New bearer token.' }),
    isEnabled: optional(z.boolean()).meta({ description: 'false = the partner is no longer asked.' }),
    chatChannel,
    rotateSigningSecret: optional(z.boolean()).meta({ description: 'true = create a new signing secret.' }),
  }),
  bodyExample: { isEnabled: false },
  reply: httpFleetWithSecretReply,
  replyExample: { ...httpFleetExample, isEnabled: false, version: 2, signingSecret: null },
  refusals: [providerNotFound, invalidAccount, contentionOver('provider account')],
  async handle({ input: { path, body }, ctx }) {
    const changed = await updateFleet(ctx, ctx.organizationId, path.id, body, ctx.expectedVersion);
    if (isRefusal(changed)) return changed;
    return { ...renderFleet(changed.stored), signingSecret: changed.signingSecret ?? null };
  },
});

/** DELETE /v1/http-fleets/{id} */
export const deleteHttpFleet = defineAccountEndpoint({
  name: 'deleteHttpFleet',
  method: 'DELETE',
  path: '/v1/http-fleets/{id}',
  area: 'Providers',
  summary: 'Delete a partner over HTTP',
  description:
    'Also deletes its token and secret. Deliveries that it carries can no longer be cancelled there.',
  permission: 'WRITE_CONNECTION',
  forLimited: 'refused',
  takesIfMatch: true,
  params: fleetPath,
  reply: httpFleetReply,
  replyExample: httpFleetExample,
  refusals: [providerNotFound, contentionOver('provider account')],
  async handle({ input: { path }, ctx }) {
    const stored = await deleteFleet(ctx, ctx.organizationId, path.id, ctx.expectedVersion);
    return isRefusal(stored) ? stored : renderFleet(stored);
  },
});
