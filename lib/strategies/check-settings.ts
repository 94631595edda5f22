import type { Refusal } from '../core/refusal.ts';
import type { ProviderList } from '../providers/index.ts';
import { invalidOptionsGroupSetting } from './refusals.ts';
import {
  COST_SPLIT_STRATEGIES,
  DEFAULT_STRATEGY,
  SELECTION_STRATEGIES,
  type StrategySettings,
} from './strategy.ts';

/** Settings as a caller sends them: absent = as before (or the default), `null` = back to the default. */
export interface SettingsInput {
  readonly label?: string | undefined;
  readonly allowedProviders?: readonly string[] | null | undefined;
  readonly enableAutoDispatch?: boolean | null | undefined;
  readonly providerSelectionStrategy?: string | null | undefined;
  readonly reassignOnFailure?: boolean | null | undefined;
  readonly smartReassignment?: boolean | null | undefined;
  readonly enableMaxDeliveryFee?: boolean | null | undefined;
  readonly maxDeliveryFeeCents?: number | null | undefined;
  readonly costSplitStrategy?: string | null | undefined;
  readonly costSplitMaxFixedPriceCents?: number | null | undefined;
  readonly costSplitMaxPercentage?: number | null | undefined;
  readonly leadTimeMinutes?: number | null | undefined;
}

/** Settings of an options group that nobody has set. Failing over to the next provider is opted into. */
export const NEW_GROUP: Omit<StrategySettings, 'id' | 'label'> = Object.freeze({
  ...DEFAULT_STRATEGY,
  reassignOnFailure: false,
});

/** Longest lead time: 30 days, in minutes. */
const MAX_LEAD_TIME_MINUTES = 43_200;

/** The settings after the caller's changes, with provider names turned into ids, or the first one that is not allowed. */
export function checkSettings(
  present: Omit<StrategySettings, 'id'>,
  input: SettingsInput,
  providers: ProviderList,
): Omit<StrategySettings, 'id'> | Refusal {
  const chosen = <Value>(value: Value | null | undefined, before: Value, blank: Value): Value =>
    value === undefined ? before : (value ?? blank);
  const selection =
    input.providerSelectionStrategy === 'lowest_price' ? 'cheapest' : input.providerSelectionStrategy;
  const providerSelectionStrategy = SELECTION_STRATEGIES.find(
    (known) =>
      known === chosen(selection, present.providerSelectionStrategy, NEW_GROUP.providerSelectionStrategy),
  );
  if (!providerSelectionStrategy) {
    return refuse('providerSelectionStrategy', selection, 'Use "cheapest" or "preferred_order".');
  }
  const costSplitStrategy = COST_SPLIT_STRATEGIES.find(
    (known) => known === chosen(input.costSplitStrategy, present.costSplitStrategy, 'none'),
  );
  if (!costSplitStrategy) {
    return refuse('costSplitStrategy', input.costSplitStrategy, 'Use "none", "price" or "percentage".');
  }
  const allowed = providerIds(input.allowedProviders, present.allowedProviders, providers);
  if ('unknown' in allowed) {
    return refuse(
      'allowedProviders',
      allowed.unknown,
      'It is no provider of the organization; GET /v1/providers lists them by id and name.',
    );
  }
  const settings = {
    label: input.label ?? present.label,
    allowedProviders: allowed.ids,
    enableAutoDispatch: chosen(
      input.enableAutoDispatch,
      present.enableAutoDispatch,
      NEW_GROUP.enableAutoDispatch,
    ),
    providerSelectionStrategy,
    reassignOnFailure: chosen(
      input.reassignOnFailure,
      present.reassignOnFailure,
      NEW_GROUP.reassignOnFailure,
    ),
    smartReassignment: chosen(
      input.smartReassignment,
      present.smartReassignment,
      NEW_GROUP.smartReassignment,
    ),
    enableMaxDeliveryFee: chosen(input.enableMaxDeliveryFee, present.enableMaxDeliveryFee, false),
    maxDeliveryFeeCents: chosen(input.maxDeliveryFeeCents, present.maxDeliveryFeeCents, null),
    costSplitStrategy,
    costSplitMaxFixedPriceCents: chosen(
      input.costSplitMaxFixedPriceCents,
      present.costSplitMaxFixedPriceCents,
      null,
    ),
    costSplitMaxPercentage: chosen(input.costSplitMaxPercentage, present.costSplitMaxPercentage, null),
    leadTimeMinutes: chosen(input.leadTimeMinutes, present.leadTimeMinutes, NEW_GROUP.leadTimeMinutes),
  };
  return refuseAmounts(settings) ?? settings;
}

function refuseAmounts(settings: Omit<StrategySettings, 'id'>): Refusal | undefined {
  const { maxDeliveryFeeCents, costSplitMaxFixedPriceCents, costSplitMaxPercentage, leadTimeMinutes } =
    settings;
  if (maxDeliveryFeeCents !== null && maxDeliveryFeeCents < 0) {
    return refuse('maxDeliveryFeeCents', maxDeliveryFeeCents, 'Send 0 or more.');
  }
  if (settings.enableMaxDeliveryFee && maxDeliveryFeeCents === null) {
    return refuse('maxDeliveryFeeCents', null, 'Send the limit that "enableMaxDeliveryFee" turns on.');
  }
  if (costSplitMaxFixedPriceCents !== null && costSplitMaxFixedPriceCents < 0) {
    return refuse('costSplitMaxFixedPriceCents', costSplitMaxFixedPriceCents, 'Send 0 or more.');
  }
  if (settings.costSplitStrategy === 'price' && costSplitMaxFixedPriceCents === null) {
    return refuse('costSplitMaxFixedPriceCents', null, 'The cost split by "price" needs it.');
  }
  if (costSplitMaxPercentage !== null && !(costSplitMaxPercentage >= 0 && costSplitMaxPercentage <= 1)) {
    return refuse('costSplitMaxPercentage', costSplitMaxPercentage, 'Send a fraction from 0 to 1, as 0.25.');
  }
  if (settings.costSplitStrategy === 'percentage' && costSplitMaxPercentage === null) {
    return refuse('costSplitMaxPercentage', null, 'The cost split by "percentage" needs it.');
  }
  if (leadTimeMinutes < 0 || leadTimeMinutes > MAX_LEAD_TIME_MINUTES) {
    return refuse('leadTimeMinutes', leadTimeMinutes, `Send 0 to ${MAX_LEAD_TIME_MINUTES}.`);
  }
  return undefined;
}

function providerIds(
  named: readonly string[] | null | undefined,
  present: string[] | null,
  providers: ProviderList,
): { readonly ids: string[] | null } | { readonly unknown: string } {
  if (named === undefined) return { ids: present };
  if (named === null) return { ids: null };
  const ids: string[] = [];
  for (const name of named) {
    const provider = providers.find(name);
    if (!provider) return { unknown: name };
    if (!ids.includes(provider.id)) ids.push(provider.id);
  }
  return { ids };
}

function refuse(field: string, value: unknown, wayOut: string): Refusal {
  const shown = value === null || value === undefined ? 'missing' : `"${value}"`;
  return invalidOptionsGroupSetting(
    `${field} is ${shown === 'missing' ? shown : `${shown}, which is not allowed`}. ${wayOut}`,
    {
      field,
      value: value ?? null,
    },
  );
}
