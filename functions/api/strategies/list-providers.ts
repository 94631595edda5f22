import * as z from 'zod';
import { accountsOf } from '../../../lib/fulfilment/providers/accounts/index.ts';
import { booleanParameter } from '../../../lib/platform/http/index.ts';
import { defineStrategyEndpoint } from './deps.ts';

const provider = z.object({
  providerId: z.string(),
  name: z.string(),
  logo: z.string().nullable(),
  isAvailable: z.boolean().meta({
    description: 'Whether the organization can choose it now; false = it has no account with this carrier.',
  }),
  hasAccount: z.boolean().meta({
    description: 'Whether the organization has an account with this carrier, even one that is switched off.',
  }),
  isSimulator: z.boolean().meta({ description: 'Whether it only simulates deliveries.' }),
  isInternal: z.boolean().meta({ description: 'Whether it is the own fleet.' }),
  credentialFields: z
    .array(
      z.object({
        field: z.string(),
        summary: z.string().meta({ description: 'What it is, and where the carrier shows it.' }),
        isOptional: z.boolean(),
      }),
    )
    .meta({ description: 'Credentials that an account with it needs; empty = it needs no account.' }),
});

export const listProviders = defineStrategyEndpoint({
  name: 'listProviders',
  method: 'GET',
  path: '/v1/providers',
  area: 'Dispatch strategies',
  summary: 'List providers',
  description: 'The providers that dispatch strategies can allow, as a bare array.',
  permission: 'READ_DISPATCH_STRATEGY',
  forLimited: 'shared',
  query: z.object({
    includeUnavailable: booleanParameter.optional().meta({
      description:
        'Whether carriers with which the organization has no account are listed, too; default false.',
    }),
  }),
  reply: z.array(provider),
  replyExample: [
    {
      providerId: 'prv_fleet_simulator',
      name: 'FleetSimulator',
      logo: null,
      isAvailable: true,
      hasAccount: false,
      isSimulator: true,
      isInternal: false,
      credentialFields: [],
    },
  ],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const available = (await ctx.providers.of(ctx.organizationId, 'now')).all;
    const others = query.includeUnavailable
      ? ctx.providers.all.filter(({ id }) => !available.some((one) => one.id === id))
      : [];
    const accounts = others.length > 0 ? await accountsOf(ctx, ctx.organizationId) : [];
    return [...available, ...others].map((one, index) => ({
      providerId: one.id,
      name: one.name,
      logo: one.logo,
      isAvailable: index < available.length,
      hasAccount:
        one.needsAccount && (index < available.length || accounts.some(({ value }) => value.id === one.id)),
      isSimulator: one.isSimulator,
      isInternal: one.isInternal,
      credentialFields: one.needsAccount
        ? (one.credentialFields ?? []).map(({ isOptional = false, ...field }) => ({ ...field, isOptional }))
        : [],
    }));
  },
});
