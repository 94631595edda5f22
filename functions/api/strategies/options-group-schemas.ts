import * as z from 'zod';
import {
  AFTER_WORKFLOW_WAIT,
  optionsGroupSchema,
  renderStrategy,
  type Strategy,
} from '../../../lib/fulfilment/strategies/index.ts';

/** Settings that a caller may send (contract-facts 6.2). `null` resets a setting to its default. */
export const settingsFields = {
  allowedProviders: z
    .array(z.string().max(200))
    .max(200)
    .nullish()
    .meta({ description: 'Ids or names of providers, in order of preference; null = every provider.' }),
  enableAutoDispatch: z.boolean().nullish().meta({
    description: 'Whether orders with this strategy are dispatched automatically as soon as they are valid.',
  }),
  providerSelectionStrategy: z
    .string()
    .nullish()
    .meta({
      description:
        'How the provider is chosen: `cheapest` (also spelled `lowest_price`), `preferred_order`, `fastest` (earliest ' +
        'arrival), `most_reliable` (its completion, cancellation and on-time rates with you in that zone at that hour), ' +
        '`weighted` (by the weights of `providerRules`, times that reliability) or `dynamic` (by its price and its expected ' +
        'lateness at `lateMinuteCents` a minute). Scorecards have the last 28 days; a new provider begins with 90 % ' +
        'completed and 85 % on time, which weigh as much as 20 deliveries.',
    }),
  reassignOnFailure: z.boolean().nullish().meta({
    description:
      'Whether a delivery goes to the next provider when its provider refuses it or gives it up; default true.',
  }),
  smartReassignment: z.boolean().nullish().meta({
    description: 'Whether to ask the providers that were not tried for new quotes before the next attempt.',
  }),
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
      'Limit on the part of the fee that the customer pays: `price`, `percentage`, or `none` (default), when the customer pays nothing.',
  }),
  costSplitMaxFixedPriceCents: z
    .int()
    .nullish()
    .meta({ description: "Most that the customer pays, in cents of the order's currency; with `price`." }),
  costSplitMaxPercentage: z
    .number()
    .nullish()
    .meta({ description: 'Largest fraction of the fee that the customer pays, 0 to 1; with `percentage`.' }),
  leadTimeMinutes: z.int().nullish().meta({
    description: 'Minutes before the start of its pickup at which a scheduled order goes out; default 60.',
  }),
  maxAttempts: z.int().nullish().meta({ description: 'Attempts for one package, 1 to 10; default 3.' }),
  driverTimeoutMinutes: z
    .int()
    .nullish()
    .meta({
      description:
        'Minutes, 1 to 1440, after which a provider that has found no courier loses the delivery, or the whole batch, to the next ' +
        'one; default never.',
    }),
  lateMinuteCents: z.int().nullish().meta({
    description: 'What a late minute weighs under `dynamic`, which needs it, in cents: 0 to 100,000.',
  }),
  explorationShare: z
    .number()
    .nullish()
    .meta({
      description:
        'Fraction of choices, 0 to 0.5, in which any provider within the fee limit is tried out, so that those never chosen are ' +
        'measured too; default 0. Which choices follows from the id of the job.',
    }),
  workflowWaitSeconds: z
    .int()
    .nullish()
    .meta({
      description:
        'Seconds, 1 to 900, that automatic dispatch of an order waits after each of its events for the workflows that the event ' +
        'starts, such as a fraud check on `order.created`; default it does not wait. A request to dispatch the order is not held.',
    }),
  afterWorkflowWait: z
    .enum(AFTER_WORKFLOW_WAIT)
    .nullish()
    .meta({
      description:
        'What becomes of an order whose workflows have not ended by then: `dispatch` (default) sends it out, `fail` makes it ' +
        '`dispatch_failure`.',
    }),
  minimumVehicleSize: z.string().max(40).nullish().meta({
    description: 'Smallest vehicle for every package of this strategy, such as `car`; default none.',
  }),
  requirements: z.array(z.string().max(100)).max(30).nullish().meta({
    description:
      'Requirements of every courier in addition to those of the package, such as `photo_proof_of_delivery`.',
  }),
  providerRules: z
    .array(
      z
        .object({
          providerId: z.string().max(200).meta({ description: 'Id or name of the provider.' }),
          weight: z
            .number()
            .optional()
            .meta({ description: 'Share of the provider under `weighted`; default 1.' }),
          minPackageValueCents: z
            .int()
            .optional()
            .meta({ description: 'Lowest value of packages that it is offered.' }),
          maxPackageValueCents: z
            .int()
            .optional()
            .meta({ description: 'Highest value of packages that it is offered.' }),
          zoneIds: z.array(z.string().max(100)).max(50).optional().meta({
            description: 'Ids of zones; it is offered only dropoffs in one of them. Default anywhere.',
          }),
          hours: z
            .object({
              from: z.string().max(5).meta({ description: 'Start of its day, such as `08:00`.' }),
              to: z
                .string()
                .max(5)
                .meta({ description: 'End of its day; an end before `from` is on the next day.' }),
              days: z.array(z.int()).max(7).optional().meta({
                description: 'Days of the week, 1 (Monday) to 7; default all.',
              }),
            })
            .optional()
            .meta({
              description: 'Hours of the pickup, in its local time, at which it is offered deliveries.',
            }),
        })
        .meta({ id: 'ProviderRuleInput' }),
    )
    .max(200)
    .nullish()
    .meta({ description: 'Rules for single providers.' }),
  escalateToOptionsGroupId: z.string().max(100).nullish().meta({
    description:
      'Strategy that takes over when this one finds no provider or has no attempt left; default none.',
  }),
};

/** Id that a caller chooses for a new strategy, or that of an existing one. */
export const chosenId = z
  .string()
  .regex(/^[\w-]{1,100}$/, 'is not an id of letters, digits, `_` and `-`')
  .nullish()
  .meta({ description: 'Id of the dispatch strategy; without it the service chooses one.' });

/** Where the path has the id, the body may repeat it. */
export const givenId = z.string().max(100).nullish().meta({ description: 'Id of the path.' });

export const label = z.string().trim().min(1).max(80).meta({ description: 'Name of the strategy.' });

/** A stored options group in its wire form. */
export function renderGroup(strategy: Strategy): z.infer<typeof optionsGroupSchema> {
  return renderStrategy(strategy) ?? optionsGroupSchema.parse(strategy);
}

/** The `{id}` of an options group's path. */
export const optionsGroupPath = z.object({
  id: z.string().meta({ description: 'Id of the dispatch strategy, `opn_...`.' }),
});
