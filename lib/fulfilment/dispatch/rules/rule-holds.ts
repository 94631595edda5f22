import { compileConditions } from '../../../engines/workflows/index.ts';
import type { Package } from '../../jobs/index.ts';
import type { DispatchRule } from './dispatch-rules.ts';

/** Input of the rules. */
export interface RuleFacts {
  readonly organizationId: string;
  readonly package: Partial<Package>;
  readonly jobMetadata: Readonly<Record<string, unknown>>;
  /** Whether the job has several packages, of which this is the first. */
  readonly isBatch: boolean;
}

/** What the conditions of a rule can see: the package and the caller's data of the job. */
const CONDITION_SCOPE = Object.freeze({
  nodes: new Map(),
  entities: ['package', 'job'] as const,
  strict: false,
});

/** What is wrong with the conditions of the rule at this place; undefined when they can be read. */
export function problemOfRule(
  conditions: readonly unknown[],
  index: number,
): { readonly field: string; readonly message: string } | undefined {
  const { problems } = compileConditions(conditions, CONDITION_SCOPE, ['rules', index, 'conditions']);
  const [problem] = problems;
  if (!problem) return undefined;
  const nearest = problem.suggestion?.();
  return {
    field: problem.path.join('.'),
    message: `${problem.message}${nearest ? ` Did you mean "${nearest}"?` : ''}`,
  };
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
