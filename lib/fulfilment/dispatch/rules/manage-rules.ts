import { toInstant } from '../../../platform/core/clock.ts';
import { lostRace } from '../../../platform/core/commit.ts';
import { refuseOtherVersion } from '../../../platform/core/expected-version.ts';
import { digest } from '../../../platform/core/ids.ts';
import { isRefusal, type Refusal } from '../../../platform/core/refusal.ts';
import type { CoreDeps } from '../../../platform/runtime/index.ts';
import { type Stored, save } from '../../../platform/table/index.ts';
import { strategyOf } from '../../strategies/index.ts';
import { invalidValue } from '../refusals.ts';
import { type DispatchRules, dispatchRulesEntity } from './dispatch-rules.ts';
import { problemOfRule } from './rule-holds.ts';

/** The rules as a caller sends them: all of them, in order. */
export interface RulesInput {
  readonly rules: readonly {
    readonly label: string;
    readonly conditions: readonly unknown[];
    readonly optionsGroupId: string;
  }[];
  readonly defaultOptionsGroupId?: string | null | undefined;
}

/** The rules of an organization; version 0 when it never had any. */
export async function readDispatchRules(
  { table }: Pick<CoreDeps, 'table'>,
  organizationId: string,
): Promise<Stored<DispatchRules>> {
  const stored = await table.get(dispatchRulesEntity, { organizationId });
  const none = { organizationId, rules: [], defaultOptionsGroupId: null, updatedAt: toInstant(0) };
  return stored ?? { value: none, version: 0 };
}

/** Replaces the rules of an organization; refuses a condition that cannot be read and a strategy that does not exist. */
export async function replaceDispatchRules(
  deps: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  input: RulesInput,
  expectedVersion: number | undefined,
): Promise<Stored<DispatchRules> | Refusal> {
  for (const [index, { conditions }] of input.rules.entries()) {
    const problem = problemOfRule(conditions, index);
    if (problem) return invalidValue(`${problem.field}: ${problem.message}`, { field: problem.field });
  }
  const named = [
    ...input.rules.map(({ optionsGroupId }) => optionsGroupId),
    input.defaultOptionsGroupId ?? null,
  ];
  for (const id of new Set(named)) {
    const strategy = await strategyOf(deps.table, organizationId, id);
    if (isRefusal(strategy)) return strategy;
  }
  const stored = await deps.table.get(dispatchRulesEntity, { organizationId });
  const refusal = refuseOtherVersion(expectedVersion, stored ?? { version: 0 });
  if (refusal) return refusal;
  const value: DispatchRules = {
    organizationId,
    rules: input.rules.map((rule, index) => ({
      ...rule,
      conditions: [...rule.conditions],
      id: `rule_${digest(String(index), rule.label)}`,
    })),
    defaultOptionsGroupId: input.defaultOptionsGroupId ?? null,
    updatedAt: toInstant(deps.clock.now()),
  };
  const outcome = await deps.table.write([save(dispatchRulesEntity, stored, value)]);
  return outcome.ok ? { value, version: (stored?.version ?? 0) + 1 } : lostRace({ what: 'dispatch rules' });
}
