import * as z from 'zod';
import { optional, shortText } from '../../../lib/http/index.ts';

const flag = z.boolean().nullish();

/** Settings of an options group, all optional; `null` puts one back to its default. */
const settings = {
  allowedProviders: z.array(z.string()).nullish().meta({
    description: 'Ids or names of providers, in order of preference; `null` or left out = every provider.',
  }),
  enableAutoDispatch: flag.meta({ description: 'Orders go out of their own accord. Default false.' }),
  providerSelectionStrategy: z.string().nullish().meta({
    description:
      '`cheapest` (default; `lowest_price` means the same) or `preferred_order`: the order of `allowedProviders`.',
    example: 'cheapest',
  }),
  reassignOnFailure: flag.meta({
    description: 'A failed attempt is followed by one with the next provider, up to three. Default false.',
  }),
  smartReassignment: flag.meta({
    description: 'Before that, providers that were not tried yet are asked for new quotes. Default false.',
  }),
  enableMaxDeliveryFee: flag,
  maxDeliveryFeeCents: z.int().nullish().meta({
    description: "Quotes above this total are not chosen automatically. The order's own limit beats it.",
  }),
  costSplitStrategy: z.string().nullish().meta({
    description: '`none` (default: the business pays all), `price` or `percentage`.',
    example: 'none',
  }),
  costSplitMaxFixedPriceCents: z.int().nullish().meta({
    description: 'Split by `price`: the customer pays up to this, the business the rest.',
  }),
  costSplitMaxPercentage: z.number().nullish().meta({
    description: 'Split by `percentage`: the customer pays this fraction of the total, 0 to 1.',
  }),
  leadTimeMinutes: z.int().nullish().meta({
    description: 'A scheduled order goes out this many minutes before its pickup. Default 60.',
  }),
};

/** Body of POST /v1/options_group. */
export const createBody = z.object({ label: shortText(80), ...settings }).meta({ id: 'OptionsGroupInput' });

/** Body of PATCH /v1/options_group/{id}. */
export const updateBody = z
  .object({ label: optional(shortText(80)), ...settings })
  .meta({ id: 'OptionsGroupPatch' });

export const optionsGroupPath = z.object({ id: z.string() });

export const createExample = {
  label: 'Cheapest first',
  allowedProviders: ['FleetSimulator', 'FleetSimulatorFast'],
  enableAutoDispatch: true,
  providerSelectionStrategy: 'cheapest',
  reassignOnFailure: true,
};

export const optionsGroupExample = {
  id: 'opn_01KJQ8Z6Q4T9V2N5X7C3B1M0K8',
  label: 'Cheapest first',
  allowedProviders: ['prv_fleet_simulator', 'prv_fleet_simulator_fast'],
  enableAutoDispatch: true,
  providerSelectionStrategy: 'cheapest' as const,
  reassignOnFailure: true,
  enableMaxDeliveryFee: false,
  maxDeliveryFeeCents: null,
  costSplitMaxFixedPriceCents: null,
  costSplitMaxPercentage: null,
  costSplitStrategy: 'none' as const,
  smartReassignment: false,
  leadTimeMinutes: 60,
  createdAt: '2026-03-05T01:11:51.078Z',
  updatedAt: '2026-03-05T01:11:51.078Z',
};
