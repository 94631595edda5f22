import { compileConditions } from '../../../engines/workflows/index.ts';
import type { Package } from '../../jobs/index.ts';
import type { DispatchRule } from './dispatch-rules.ts';
import { CONDITION_SCOPE } from './manage-rules.ts';

/** Input of the rules. */
export interface RuleFacts {
  readonly organizationId: string;
  readonly package: Partial<Package>;
  readonly jobMetadata: Readonly<Record<string, unknown>>;
  /** Whether the job has several packages, of which this is the first. */
  readonly isBatch: boolean;
}

/** Whether the conditions of a rule hold for a job. What cannot be evaluated does not hold. */
export function ruleHolds(conditions: DispatchRule['conditions'], facts: RuleFacts, now: number): boolean {
  const { evaluate } = compileConditions(conditions, CONDITION_SCOPE);
  const item = facts.package;
  const value = item.valueCents === undefined ? {} : { value: item.valueCents / 100 };
  const context = JSON.parse(
    JSON.stringify({
      package: { ...item, ...value },
      job: { jobMetadata: facts.jobMetadata, isBatch: facts.isBatch },
    }),
  );
  return evaluate({ context, outputs: {}, occurred: {}, now }) === true;
}
