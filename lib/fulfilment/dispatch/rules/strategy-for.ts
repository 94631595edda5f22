import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import { organizationEntity } from '../../../platform/organization/index.ts';
import type { Table } from '../../../platform/table/index.ts';
import { type StrategySettings, strategyOf } from '../../strategies/index.ts';
import { dispatchRulesEntity } from './dispatch-rules.ts';
import { type RuleFacts, ruleHolds } from './rule-holds.ts';

/** A strategy with the rule that chose it. */
export interface ChosenStrategy {
  readonly strategy: StrategySettings;
  readonly dispatchRule: {
    readonly id: string;
    readonly label: string;
    readonly condition: unknown[];
  } | null;
}

/**
 * The strategy for a dispatch: the one that is named; otherwise that of the first rule that holds, of the
 * rules' default, or of the organization's preference; otherwise the built-in default. A rule that cannot be
 * evaluated, for example because a value is missing, does not hold. 1 call with a named strategy, up to 3
 * without.
 */
export async function strategyFor(
  deps: { readonly table: Table; readonly clock: { now(): number } },
  facts: RuleFacts,
  named: string | null | undefined,
): Promise<ChosenStrategy | Refusal> {
  const { organizationId } = facts;
  if (named !== null && named !== undefined) {
    const strategy = await strategyOf(deps.table, organizationId, named);
    return isRefusal(strategy) ? strategy : { strategy, dispatchRule: null };
  }
  const [rules, organization] = await Promise.all([
    deps.table.get(dispatchRulesEntity, { organizationId }),
    deps.table.get(organizationEntity, { id: organizationId }),
  ]);
  const rule = rules?.value.rules.find(({ conditions }) => ruleHolds(conditions, facts, deps.clock.now()));
  const id =
    rule?.optionsGroupId ??
    rules?.value.defaultOptionsGroupId ??
    organization?.value.preferences.defaultDispatchStrategyId ??
    null;
  const strategy = await strategyOf(deps.table, organizationId, id);
  if (isRefusal(strategy)) return strategy;
  const dispatchRule = rule ? { id: rule.id, label: rule.label, condition: rule.conditions } : null;
  return { strategy, dispatchRule };
}
