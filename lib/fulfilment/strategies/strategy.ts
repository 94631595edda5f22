import * as z from 'zod';
import { defineEntity } from '../../platform/table/index.ts';

/** How the provider is chosen (decisions A2, B12). The contract's `lowest_price` is stored as `cheapest`. */
export const SELECTION_STRATEGIES = Object.freeze([
  'cheapest',
  'preferred_order',
  'fastest',
  'most_reliable',
  'weighted',
  'dynamic',
] as const);

/** Default attempts per package (decision B10). */
export const DEFAULT_MAX_ATTEMPTS = 3;

/** Rule of a strategy for one provider. */
export const providerRuleSchema = z.object({
  providerId: z.string(),
  /** Share of the dispatches under `weighted`; absent = 1. */
  weight: z.number().optional(),
  /** Packages of a lower or higher value are not offered to it. */
  minPackageValueCents: z.int().optional(),
  maxPackageValueCents: z.int().optional(),
  /** Zones of its dropoffs; absent or empty = anywhere. */
  zoneIds: z.array(z.string()).optional(),
  /** It is asked only for pickups between these times of day in the pickup's time zone. */
  hours: z.object({ from: z.string(), to: z.string(), days: z.array(z.int()).optional() }).optional(),
});

/** Rule of a strategy for one provider. */
export type ProviderRule = z.infer<typeof providerRuleSchema>;

/** Split of the price (contract-facts 6.2). */
export const COST_SPLIT_STRATEGIES = Object.freeze(['none', 'price', 'percentage'] as const);

/** What becomes of an order whose workflows have not ended in time: it goes out, or its dispatch fails. */
export const AFTER_WORKFLOW_WAIT = Object.freeze(['dispatch', 'fail'] as const);

/** Default minutes before the pickup start at which a scheduled order goes out (decision B11). */
export const DEFAULT_LEAD_TIME_MINUTES = 60;

/**
 * Decisions of a strategy. They are also stored with the job, so that a later change of the strategy does not affect
 * active jobs.
 */
export const strategySettingsSchema = z.object({
  /** Null for the organization's default, which nobody created. */
  id: z.string().nullable(),
  label: z.string(),
  /** Provider ids in order of preference; null = every provider of the organization. */
  allowedProviders: z.array(z.string()).nullable(),
  enableAutoDispatch: z.boolean(),
  providerSelectionStrategy: z.enum(SELECTION_STRATEGIES),
  reassignOnFailure: z.boolean(),
  smartReassignment: z.boolean(),
  enableMaxDeliveryFee: z.boolean(),
  maxDeliveryFeeCents: z.int().nullable(),
  costSplitStrategy: z.enum(COST_SPLIT_STRATEGIES),
  costSplitMaxFixedPriceCents: z.int().nullable(),
  /** Fraction, 0 to 1 (decision A3). */
  costSplitMaxPercentage: z.number().nullable(),
  leadTimeMinutes: z.int(),
  maxAttempts: z.int().default(DEFAULT_MAX_ATTEMPTS),
  /** Minutes after which a provider without a courier loses the delivery; null = never. */
  driverTimeoutMinutes: z.int().nullable().default(null),
  /** Price of a late minute under `dynamic`, in cents; null = none is stated. */
  lateMinuteCents: z.int().nullable().default(null),
  /** Share of choices in which a provider is tried out, whatever was measured of it, 0 to 0.5. */
  explorationShare: z.number().default(0),
  /** Seconds that automatic dispatch waits for the workflows of each event of the order; null = it does not wait. */
  workflowWaitSeconds: z.int().nullable().default(null),
  /** What becomes of an order whose workflows have not ended then. */
  afterWorkflowWait: z.enum(AFTER_WORKFLOW_WAIT).default('dispatch'),
  /** Requirements of every courier in addition to those of the package. */
  minimumVehicleSize: z.string().nullable().default(null),
  requirements: z.array(z.string()).default([]),
  providerRules: z.array(providerRuleSchema).default([]),
  /** Strategy that takes over when this one finds no provider or has no attempt left; null = none. */
  escalateToOptionsGroupId: z.string().nullable().default(null),
});

export type StrategySettings = z.infer<typeof strategySettingsSchema>;

const storedStrategySchema = strategySettingsSchema.extend({
  id: z.string(),
  organizationId: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

/** A dispatch strategy ("options group") as stored. */
export type Strategy = z.infer<typeof storedStrategySchema>;

export const strategyEntity = defineEntity<Strategy, Pick<Strategy, 'organizationId' | 'id'>>({
  name: 'strategy',
  schema: storedStrategySchema,
  partition: ({ organizationId, id }) => ({ organizationId, type: 'strategy', id }),
  sort: () => ({ kind: 'state', parts: [] }),
  audited: { type: 'dispatch_strategy', id: ({ id }) => id },
  list: {
    name: 'strategiesByCreation',
    // An organization has tens of strategies and changes them by hand: one partition is enough.
    shard: () => 0,
    at: ({ createdAt }) => createdAt,
    id: ({ id }) => id,
    row: ({ organizationId: _, ...row }) => row,
  },
});

/** The strategy of an order that names none: every provider, the cheapest first, the next one when it fails. */
export const DEFAULT_STRATEGY: StrategySettings = Object.freeze({
  id: null,
  label: 'Default',
  allowedProviders: null,
  enableAutoDispatch: false,
  providerSelectionStrategy: 'cheapest',
  reassignOnFailure: true,
  smartReassignment: false,
  enableMaxDeliveryFee: false,
  maxDeliveryFeeCents: null,
  costSplitStrategy: 'none',
  costSplitMaxFixedPriceCents: null,
  costSplitMaxPercentage: null,
  leadTimeMinutes: DEFAULT_LEAD_TIME_MINUTES,
  maxAttempts: DEFAULT_MAX_ATTEMPTS,
  driverTimeoutMinutes: null,
  lateMinuteCents: null,
  explorationShare: 0,
  workflowWaitSeconds: null,
  afterWorkflowWait: 'dispatch',
  minimumVehicleSize: null,
  requirements: [],
  providerRules: [],
  escalateToOptionsGroupId: null,
});

/** An options group as sent (specification 2.3). */
export const optionsGroupSchema = z
  .object({
    id: z.string(),
    label: z.string(),
    allowedProviders: z.array(z.string()).nullable(),
    enableAutoDispatch: z.boolean(),
    providerSelectionStrategy: z.enum(SELECTION_STRATEGIES),
    reassignOnFailure: z.boolean(),
    enableMaxDeliveryFee: z.boolean(),
    maxDeliveryFeeCents: z.int().nullable(),
    costSplitMaxFixedPriceCents: z.int().nullable(),
    costSplitMaxPercentage: z.number().nullable(),
    costSplitStrategy: z.enum(COST_SPLIT_STRATEGIES),
    smartReassignment: z.boolean(),
    leadTimeMinutes: z.int(),
    maxAttempts: z.int(),
    driverTimeoutMinutes: z.int().nullable(),
    lateMinuteCents: z.int().nullable(),
    explorationShare: z.number(),
    workflowWaitSeconds: z.int().nullable(),
    afterWorkflowWait: z.enum(AFTER_WORKFLOW_WAIT),
    minimumVehicleSize: z.string().nullable(),
    requirements: z.array(z.string()),
    providerRules: z.array(providerRuleSchema).meta({ description: 'Rules for single providers.' }),
    escalateToOptionsGroupId: z.string().nullable(),
    createdAt: z.string().optional(),
    updatedAt: z.string().optional(),
  })
  .meta({ id: 'OptionsGroup' });

/** The wire form of a strategy; null for the organization's default, which is not an options group. */
export function renderStrategy(strategy: StrategySettings): z.infer<typeof optionsGroupSchema> | null {
  const { id } = strategy;
  return id === null ? null : optionsGroupSchema.parse({ ...strategy, id });
}
