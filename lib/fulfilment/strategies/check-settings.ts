import { VEHICLE_SIZES } from '../../ordering/orders/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { ProviderList } from '../providers/index.ts';
import { invalidOptionsGroupSetting } from './refusals.ts';
import {
  COST_SPLIT_STRATEGIES,
  DEFAULT_STRATEGY,
  type ProviderRule,
  SELECTION_STRATEGIES,
  type StrategySettings,
} from './strategy.ts';

/** Settings as a caller sends them: absent = unchanged (or the default), `null` = reset to the default. */
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
  readonly maxAttempts?: number | null | undefined;
  readonly driverTimeoutMinutes?: number | null | undefined;
  readonly lateMinuteCents?: number | null | undefined;
  readonly explorationShare?: number | null | undefined;
  readonly workflowWaitSeconds?: number | null | undefined;
  readonly afterWorkflowWait?: StrategySettings['afterWorkflowWait'] | null | undefined;
  readonly minimumVehicleSize?: string | null | undefined;
  readonly requirements?: readonly string[] | null | undefined;
  readonly providerRules?: readonly ProviderRule[] | null | undefined;
  readonly escalateToOptionsGroupId?: string | null | undefined;
}

/** Default settings of an options group. */
export const NEW_GROUP: Omit<StrategySettings, 'id' | 'label'> = DEFAULT_STRATEGY;

/** Longest lead time: 30 days, in minutes. */
const MAX_LEAD_TIME_MINUTES = 43_200;

/** The settings after the caller's changes, with provider names turned into ids, or the first invalid one. */
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
    return refuse('providerSelectionStrategy', selection, `Use one of ${SELECTION_STRATEGIES.join(', ')}.`);
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
      'It is not a provider of the organization; GET /v1/providers lists them by id and name.',
    );
  }
  const rules = rulesOf(input.providerRules, present.providerRules, providers);
  if (isRefusal(rules)) return rules;
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
    maxAttempts: chosen(input.maxAttempts, present.maxAttempts, NEW_GROUP.maxAttempts),
    driverTimeoutMinutes: chosen(input.driverTimeoutMinutes, present.driverTimeoutMinutes, null),
    lateMinuteCents: chosen(input.lateMinuteCents, present.lateMinuteCents, null),
    explorationShare: chosen(input.explorationShare, present.explorationShare, 0),
    workflowWaitSeconds: chosen(input.workflowWaitSeconds, present.workflowWaitSeconds, null),
    afterWorkflowWait: chosen(
      input.afterWorkflowWait,
      present.afterWorkflowWait,
      NEW_GROUP.afterWorkflowWait,
    ),
    minimumVehicleSize: normalSize(chosen(input.minimumVehicleSize, present.minimumVehicleSize, null)),
    requirements: [...chosen(input.requirements, present.requirements, [])],
    providerRules: [...rules],
    escalateToOptionsGroupId: chosen(input.escalateToOptionsGroupId, present.escalateToOptionsGroupId, null),
  };
  return refuseAmounts(settings) ?? refuseLimits(settings) ?? refuseMeasured(settings) ?? settings;
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
    return refuse(
      'costSplitMaxPercentage',
      costSplitMaxPercentage,
      'Send a fraction from 0 to 1, such as 0.25.',
    );
  }
  if (settings.costSplitStrategy === 'percentage' && costSplitMaxPercentage === null) {
    return refuse('costSplitMaxPercentage', null, 'The cost split by "percentage" needs it.');
  }
  if (leadTimeMinutes < 0 || leadTimeMinutes > MAX_LEAD_TIME_MINUTES) {
    return refuse('leadTimeMinutes', leadTimeMinutes, `Send 0 to ${MAX_LEAD_TIME_MINUTES}.`);
  }
  return undefined;
}

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

/** The rules with provider names turned into ids, or the first invalid one. */
function rulesOf(
  named: readonly ProviderRule[] | null | undefined,
  present: readonly ProviderRule[],
  providers: ProviderList,
): readonly ProviderRule[] | Refusal {
  if (named === undefined) return present;
  const rules: ProviderRule[] = [];
  for (const [index, rule] of (named ?? []).entries()) {
    const at = `providerRules[${index}]`;
    const provider = providers.find(rule.providerId);
    if (!provider) {
      return refuse(`${at}.providerId`, rule.providerId, 'GET /v1/providers lists the providers.');
    }
    if (rules.some(({ providerId }) => providerId === provider.id)) {
      return refuse(`${at}.providerId`, rule.providerId, 'Send one rule for each provider.');
    }
    const { weight, hours, minPackageValueCents: min, maxPackageValueCents: max } = rule;
    if (weight !== undefined && !(weight >= 0 && weight <= 1_000_000)) {
      return refuse(`${at}.weight`, weight, 'Send 0 to 1,000,000; 0 = only when no other provider can.');
    }
    if (min !== undefined && max !== undefined && min > max) {
      return refuse(`${at}.maxPackageValueCents`, max, 'Send at least minPackageValueCents.');
    }
    const times = hours ? [hours.from, hours.to] : [];
    const wrong = times.find((time) => !CLOCK.test(time));
    if (wrong !== undefined) return refuse(`${at}.hours`, wrong, 'Send times of day such as 08:00.');
    if (hours?.days?.some((day) => day < 1 || day > 7)) {
      return refuse(`${at}.hours.days`, hours.days.join(', '), 'Send 1 (Monday) to 7 (Sunday).');
    }
    rules.push({ ...rule, providerId: provider.id });
  }
  return rules;
}

function normalSize(size: string | null): string | null {
  return size === 'cargo_bike' ? 'cargobike' : size;
}

function refuseLimits(settings: Omit<StrategySettings, 'id'>): Refusal | undefined {
  const { maxAttempts, driverTimeoutMinutes, minimumVehicleSize, providerSelectionStrategy } = settings;
  const { workflowWaitSeconds } = settings;
  if (maxAttempts < 1 || maxAttempts > 10) return refuse('maxAttempts', maxAttempts, 'Send 1 to 10.');
  if (driverTimeoutMinutes !== null && (driverTimeoutMinutes < 1 || driverTimeoutMinutes > 1_440)) {
    return refuse('driverTimeoutMinutes', driverTimeoutMinutes, 'Send 1 to 1440, or null for no limit.');
  }
  if (workflowWaitSeconds !== null && (workflowWaitSeconds < 1 || workflowWaitSeconds > 900)) {
    return refuse('workflowWaitSeconds', workflowWaitSeconds, 'Send 1 to 900, or null not to wait.');
  }
  if (minimumVehicleSize !== null && !VEHICLE_SIZES.includes(minimumVehicleSize)) {
    return refuse('minimumVehicleSize', minimumVehicleSize, `Use one of ${VEHICLE_SIZES.join(', ')}.`);
  }
  const weights = settings.providerRules.map(({ weight }) => weight ?? 1);
  if (providerSelectionStrategy === 'weighted' && weights.length > 0 && weights.every((one) => one === 0)) {
    return refuse('providerRules', '[]', 'At least one provider needs a weight above 0.');
  }
  return undefined;
}

/** Highest price of a late minute: 1,000 of the currency. */
const MAX_LATE_MINUTE_CENTS = 100_000;

/** Largest share of choices that try out a provider. */
const MAX_EXPLORATION = 0.5;

/** Refuses what cannot be about the use of what was measured. */
function refuseMeasured(settings: Omit<StrategySettings, 'id'>): Refusal | undefined {
  const { providerSelectionStrategy: selection, lateMinuteCents, explorationShare } = settings;
  if (lateMinuteCents !== null && (lateMinuteCents < 0 || lateMinuteCents > MAX_LATE_MINUTE_CENTS)) {
    return refuse('lateMinuteCents', lateMinuteCents, `Send 0 to ${MAX_LATE_MINUTE_CENTS}.`);
  }
  if (selection === 'dynamic' && lateMinuteCents === null) {
    return refuse('lateMinuteCents', null, 'Send what a late minute costs you in cents: "dynamic" needs it.');
  }
  if (!(explorationShare >= 0 && explorationShare <= MAX_EXPLORATION)) {
    return refuse('explorationShare', explorationShare, `Send a fraction from 0 to ${MAX_EXPLORATION}.`);
  }
  if (selection === 'weighted' && explorationShare > 0) {
    return refuse('explorationShare', explorationShare, 'Send 0: "weighted" gives every provider its share.');
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
