import * as z from 'zod';
import { optionsGroupSchema, renderStrategy, type Strategy } from '../../../lib/strategies/index.ts';

/** Settings that a caller may send (contract-facts 6.2). `null` puts a setting back to its default. */
export const settingsFields = {
  allowedProviders: z
    .array(z.string().max(200))
    .max(200)
    .nullish()
    .meta({ description: 'Ids or names of providers, in order of preference; null = every provider.' }),
  enableAutoDispatch: z
    .boolean()
    .nullish()
    .meta({ description: 'Orders with this strategy go out by themselves as soon as they are valid.' }),
  providerSelectionStrategy: z
    .string()
    .nullish()
    .meta({ description: '`cheapest` (also spelled `lowest_price`) or `preferred_order`.' }),
  reassignOnFailure: z
    .boolean()
    .nullish()
    .meta({ description: 'Whether a delivery that failed on its way is given to the next provider.' }),
  smartReassignment: z
    .boolean()
    .nullish()
    .meta({ description: 'Ask the providers that were not tried for new quotes before the next attempt.' }),
  enableMaxDeliveryFee: z
    .boolean()
    .nullish()
    .meta({ description: 'Whether `maxDeliveryFeeCents` limits automatic choices; default false.' }),
  maxDeliveryFeeCents: z.int().nullish().meta({
    description:
      "Highest fee for an automatic choice of provider, in cents of the order's currency; default none.",
  }),
  costSplitStrategy: z.string().nullish().meta({
    description:
      'What limits the part of the fee that the customer pays: `price`, `percentage`, or `none` (default): he pays nothing.',
  }),
  costSplitMaxFixedPriceCents: z
    .int()
    .nullish()
    .meta({ description: "The customer pays at most this, in cents of the order's currency; with `price`." }),
  costSplitMaxPercentage: z
    .number()
    .nullish()
    .meta({ description: 'The customer pays at most this fraction of the fee, 0 to 1; with `percentage`.' }),
  leadTimeMinutes: z.int().nullish().meta({
    description: 'A scheduled order goes out so many minutes before its pickup starts; 60 by default.',
  }),
};

export const label = z.string().trim().min(1).max(80).meta({ description: 'Name of the strategy.' });

/** A stored options group in its wire form. */
export function renderGroup(strategy: Strategy): z.infer<typeof optionsGroupSchema> {
  return renderStrategy(strategy) ?? optionsGroupSchema.parse(strategy);
}

/** The `{id}` of an options group's path. */
export const optionsGroupPath = z.object({
  id: z.string().meta({ description: 'Id of the dispatch strategy, `opn_...`.' }),
});
