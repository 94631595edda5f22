import type { Refusal } from '../../../platform/core/refusal.ts';
import { isRefusal } from '../../../platform/core/refusal.ts';
import {
  invalidNotificationTrigger,
  MEASURE_RULE,
  type MeasureRule,
  measureRuleSchema,
  type NotificationTrigger,
} from '../../../reactions/notifications/index.ts';
import { NAMED_DIMENSIONS, type NamedDimension } from '../dimensions.ts';
import type { Measure } from '../measure.ts';
import { MEASURES } from '../measures.ts';
import type { Asker, Question } from '../question.ts';
import { refuseGroups } from '../refuse-groups.ts';

/** The measure of a rule, and what it is filtered by. */
export interface RuleQuestion {
  readonly measure: Measure;
  readonly filters: Question['filters'];
}

/** What a rule measures. */
export function questionOf(rule: MeasureRule): RuleQuestion {
  const measure = MEASURES.find(({ name }) => name === rule.measure)!;
  const given = (Object.keys(NAMED_DIMENSIONS) as NamedDimension[]).flatMap((name) => {
    const values = name in rule ? rule[name as keyof MeasureRule] : undefined;
    return Array.isArray(values) && values.length > 0 ? [[name, values] as const] : [];
  });
  return { measure, filters: Object.fromEntries(given) };
}

/** The rule of a trigger; undefined for a trigger of another type. */
export function ruleOf({
  type,
  parameters,
}: Pick<NotificationTrigger, 'type' | 'parameters'>): MeasureRule | undefined {
  if (type !== MEASURE_RULE) return undefined;
  const parsed = measureRuleSchema.safeParse(parameters);
  return parsed.success ? parsed.data : undefined;
}

/** Rules are of the organization and see everything. */
export function askerOfRules(organizationId: string): Asker {
  return { organizationId, storeLocationIds: null, driverGroupIds: null };
}

/** Refuses a trigger whose rule asks for what its measure is not kept by. */
export function refuseRule(trigger: Pick<NotificationTrigger, 'type' | 'parameters'>): Refusal | undefined {
  const rule = ruleOf(trigger);
  if (!rule) return undefined;
  const { measure, filters } = questionOf(rule);
  const impossible = refuseGroups(askerOfRules(''), { measure, groupBy: [], filters });
  if (!isRefusal(impossible)) return undefined;
  const [field = 'measure'] = Object.keys(filters).filter(
    (name) => !(measure.dimensions as readonly string[]).includes(name),
  );
  return invalidNotificationTrigger(`\`parameters.${field}\`: ${impossible.message}`, {
    field: `parameters.${field}`,
  });
}
