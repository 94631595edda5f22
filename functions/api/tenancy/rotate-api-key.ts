import * as z from 'zod';
import { lastKeyUses, rotateApiKey as rotate, type TenancyDeps } from '../../../lib/people/tenancy/index.ts';
import { contentionOver } from '../../../lib/platform/core/commit.ts';
import { conflict, notFound } from '../../../lib/platform/core/common-refusals.ts';
import { isRefusal } from '../../../lib/platform/core/refusal.ts';
import { endpointFor, instantReply } from '../../../lib/platform/http/index.ts';
import { apiKeyExample, apiKeyReply, keyParams, secretExample, toReply } from './api-key-schemas.ts';

/** Longest overlap: a week. */
const MAX_OVERLAP_SECONDS = 604_800;

/** Default overlap: an hour, enough to roll out a new secret. */
const DEFAULT_OVERLAP_SECONDS = 3_600;

/** POST /v1/organization-management/api-keys/{id}/rotate */
export const rotateApiKey = endpointFor<TenancyDeps>()({
  name: 'rotateApiKey',
  method: 'POST',
  path: '/v1/organization-management/api-keys/{id}/rotate',
  area: 'API keys',
  summary: 'Rotate the secret of an API key',
  description:
    'The new secret is in `key`, in this reply only. The previous one stays valid until ' +
    '`previousKeyExpiresAt`. You cannot rotate a key that has more rights than yours. From then on you stand behind ' +
    'the key: it has only rights that you still have. So a key of somebody who left is taken over.',
  permission: 'WRITE_API_KEY',
  forLimited: 'narrowed',
  takesIfMatch: true,
  params: keyParams,
  body: z.object({
    overlapSeconds: z
      .int()
      .min(0)
      .max(MAX_OVERLAP_SECONDS)
      .nullish()
      .transform((seconds) => seconds ?? DEFAULT_OVERLAP_SECONDS)
      .meta({
        description: `How long the previous secret stays valid, in seconds; default ${DEFAULT_OVERLAP_SECONDS}, 0 = not at all.`,
      }),
  }),
  bodyExample: { overlapSeconds: 3600 },
  reply: apiKeyReply.extend({
    key: z.string().meta({ description: 'The new secret. Store it now: it is not shown again.' }),
    previousKeyExpiresAt: instantReply,
  }),
  replyExample: { ...apiKeyExample, key: secretExample, previousKeyExpiresAt: '2026-03-05T02:11:51.000Z' },
  isConfidential: true,
  refusals: [notFound, conflict, contentionOver('API key')],
  async handle({ input: { path, body }, ctx }) {
    const rotated = await rotate(ctx, ctx, {
      id: path.id,
      overlapSeconds: body.overlapSeconds,
      expectedVersion: ctx.expectedVersion,
    });
    if (isRefusal(rotated)) return rotated;
    const { apiKey, version, key, previousKeyExpiresAt } = rotated;
    const uses = await lastKeyUses(ctx, [apiKey]);
    return { ...toReply(apiKey, version, uses.get(apiKey.id)), key, previousKeyExpiresAt };
  },
});
