import * as z from 'zod';
import { accountsOf, formerPartnersOf } from '../../../lib/fulfilment/providers/accounts/index.ts';
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
  isFormer: z.boolean().meta({ description: 'Whether it is a partner that the organization has deleted.' }),
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
    includeFormer: booleanParameter.optional().meta({
      description:
        'Whether partners that the organization switched off or deleted are listed, too, for the names in past deliveries; default false.',
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
      isFormer: false,
      credentialFields: [],
    },
  ],
  refusals: [],
  async handle({ input: { query }, ctx }) {
    const available = (await ctx.providers.of(ctx.organizationId, 'now')).all;
    const others = query.includeUnavailable
      ? ctx.providers.all.filter(({ id }) => !available.some((one) => one.id === id))
      : [];
    const listed = [...available, ...others];
    const isListed = (id: string) => listed.some((one) => one.id === id);
    const needsAccounts = others.length > 0 || query.includeFormer;
    const accounts = needsAccounts ? await accountsOf(ctx, ctx.organizationId) : [];
    const present = listed.map((one, index) => ({
      providerId: one.id,
      name: one.name,
      logo: one.logo,
      isAvailable: index < available.length,
      hasAccount:
        one.needsAccount && (index < available.length || accounts.some(({ value }) => value.id === one.id)),
      isSimulator: one.isSimulator,
      isInternal: one.isInternal,
      isFormer: false,
      credentialFields: one.needsAccount
        ? (one.credentialFields ?? []).map(({ isOptional = false, ...field }) => ({ ...field, isOptional }))
        : [],
    }));
    if (!query.includeFormer) return present;
    const partners = accounts.flatMap(({ value }) => (value.kind === 'http-fleet' ? [value] : []));
    const former = await formerPartnersOf(ctx.table, ctx.organizationId);
    return [
      ...present,
      ...partners.filter(({ id }) => !isListed(id)).map((partner) => outOfUse(partner, false)),
      // One that was registered again is no longer former.
      ...former
        .filter(({ id }) => !partners.some((partner) => partner.id === id))
        .map((partner) => outOfUse(partner, true)),
    ];
  },
});

/** A partner that cannot be chosen: switched off, or deleted. */
function outOfUse(
  { id: providerId, name }: { readonly id: string; readonly name: string },
  isFormer: boolean,
) {
  return {
    providerId,
    name,
    logo: null,
    isAvailable: false,
    hasAccount: false,
    isSimulator: false,
    isInternal: false,
    isFormer,
    credentialFields: [],
  };
}
