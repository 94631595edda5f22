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
    .meta({
      description:
        'How the provider is chosen: `cheapest` (also spelled `lowest_price`), `preferred_order`, `fastest` (earliest ' +
        'arrival), `most_reliable` (its completion, cancellation and on-time shares with you in that area) or `weighted` ' +
        '(by the weights of `providerRules`).',
    }),
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
  maxAttempts: z.int().nullish().meta({ description: 'Attempts at one package, 1 to 10; 3 by default.' }),
  driverTimeoutMinutes: z
    .int()
    .nullish()
    .meta({
      description:
        'A provider that found no courier after so many minutes, 1 to 1440, loses the delivery to the next one; default never. ' +
        'Batches are not taken from their provider.',
    }),
  minimumVehicleSize: z.string().max(40).nullish().meta({
    description: 'Smallest vehicle for every package of this strategy, as `car`; default none.',
  }),
  requirements: z.array(z.string().max(100)).max(30).nullish().meta({
    description:
      'What every courier must offer beside what the package asks for, as `photo_proof_of_delivery`.',
  }),
  providerRules: z
    .array(
      z
        .object({
          providerId: z.string().max(200).meta({ description: 'Id or name of the provider.' }),
          weight: z.number().optional().meta({ description: 'Its share under `weighted`; 1 by default.' }),
          minPackageValueCents: z.int().optional().meta({ description: 'Lowest value that it is offered.' }),
          maxPackageValueCents: z.int().optional().meta({ description: 'Highest value that it is offered.' }),
          hours: z
            .object({
              from: z.string().max(5).meta({ description: 'Start of its day, as `08:00`.' }),
              to: z.string().max(5).meta({ description: 'End of its day; before `from` = over midnight.' }),
              days: z.array(z.int()).max(7).optional().meta({
                description: 'Days of the week, 1 (Monday) to 7; default all.',
              }),
            })
            .optional()
            .meta({ description: "Only for pickups at these hours of the pickup's clocks." }),
        })
        .meta({ id: 'ProviderRuleInput' }),
    )
    .max(200)
    .nullish()
    .meta({ description: 'What holds for single providers.' }),
  escalateToOptionsGroupId: z.string().max(100).nullish().meta({
    description:
      'The strategy that takes over when this one finds nobody or has no attempt left; default none.',
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
