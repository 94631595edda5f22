import { describeIssues } from '../../../platform/core/describe-issues.ts';
import { nearestMatch } from '../../../platform/core/nearest-match.ts';
import { deliveryStatusNamed } from '../../vocabulary/index.ts';
import type { EntityName } from '../definition/entities.ts';
import { fieldCatalogue, findField } from '../fields/field-catalogue.ts';
import { isJsonObject, type Json, own } from '../json.ts';
import { limits } from '../limits.ts';
import {
  nearestVariable,
  type OutputsByNode,
  type Reference,
  resolveVariable,
} from '../variables/resolve-variable.ts';
import type { Scope } from '../variables/scope.ts';
import { type Condition, conditionItems, conditionSchema } from './condition-schema.ts';
import type { ConditionError, Operator, Test } from './define-operator.ts';
import { findOperator, operators, operatorsFor } from './operators.ts';

/** True, false, or why neither can be decided. Never throws. */
export type Evaluation = (scope: Scope) => boolean | ConditionError;

/** An `event` field whose occurrence must be looked up when the trigger fires. */
export interface NeededOccurrence {
  readonly entity: EntityName;
  readonly event: string;
}

/** Codes of problems with a condition. */
export const conditionProblemCodes = Object.freeze([
  'filter.no-conditions',
  'filter.too-deep',
  'filter.too-many',
  'filter.malformed',
  'filter.unknown-operator',
  'filter.unknown-field',
  'filter.unavailable-field',
  'filter.operator-type',
  'filter.value',
  'filter.pattern',
] as const);

/** A problem with a condition. `path` leads to it inside the node's filter config. */
export interface ConditionProblem {
  readonly code: (typeof conditionProblemCodes)[number];
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Finds the nearest existing name; called only where it is shown, because comparing names is slow. */
  readonly suggestion?: (() => string | undefined) | undefined;
}

/** Conditions ready to be evaluated, with what they read. */
export interface CompiledConditions {
  readonly evaluate: Evaluation;
  readonly references: readonly Reference[];
  readonly occurrences: readonly NeededOccurrence[];
  readonly problems: readonly ConditionProblem[];
}

/** Context against which conditions are compiled. */
export interface ConditionScope {
  readonly nodes: OutputsByNode;
  /** Entities the trigger can have; undefined where that is not to be checked. */
  readonly entities?: readonly EntityName[] | undefined;
  /** Key of the trigger; absent = not checked. */
  readonly trigger?: string | undefined;
  /**
   * Under `order.validating`, one condition that cannot be evaluated makes the whole filter undecidable, even where its
   * siblings decide, because the workflow fails closed (specification 4.6.10).
   */
  readonly strict: boolean;
}

interface Gathered {
  readonly references: Reference[];
  readonly occurrences: NeededOccurrence[];
  readonly problems: ConditionProblem[];
  count: number;
}

/** Compiles the items of a filter node or of one case: all must hold. */
export function compileConditions(
  items: unknown,
  scope: ConditionScope,
  path: readonly (string | number)[] = [],
): CompiledConditions {
  const gathered: Gathered = { references: [], occurrences: [], problems: [], count: 0 };
  const evaluate = compileGroup('all', items, scope, gathered, path, 0);
  const { references, occurrences, problems } = gathered;
  return { evaluate, references, occurrences, problems };
}

function compileGroup(
  kind: 'any' | 'all',
  items: unknown,
  scope: ConditionScope,
  gathered: Gathered,
  path: readonly (string | number)[],
  depth: number,
): Evaluation {
  const parsed = conditionItems.safeParse(items);
  if (!parsed.success) {
    return refuse(gathered, { code: 'filter.no-conditions', path, message: 'There are no conditions.' });
  }
  if (depth > limits.conditionDepth) {
    const message = `Groups are nested deeper than ${limits.conditionDepth}.`;
    return refuse(gathered, { code: 'filter.too-deep', path, message });
  }
  const parts = parsed.data.map((item, index) => compileItem(item, scope, gathered, [...path, index], depth));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return kind === 'all' ? everyOf(parts, scope.strict) : someOf(parts, scope.strict);
}

function compileItem(
  item: unknown,
  scope: ConditionScope,
  gathered: Gathered,
  path: readonly (string | number)[],
  depth: number,
): Evaluation {
  for (const kind of ['any', 'all'] as const) {
    const group = own(item, kind);
    if (group === undefined || !isJsonObject(item) || Object.keys(item).length !== 1) continue;
    return compileGroup(kind, group, scope, gathered, [...path, kind], depth + 1);
  }
  gathered.count += 1;
  if (gathered.count > limits.conditions) {
    const message = `A node may have at most ${limits.conditions} conditions.`;
    return refuse(gathered, { code: 'filter.too-many', path, message });
  }
  const parsed = conditionSchema.safeParse(item);
  if (!parsed.success) {
    const [what = ''] = Object.entries(describeIssues(parsed.error.issues, item, 'it')).map(
      ([field, why]) => `${field}: ${why}`,
    );
    const message = `A condition is {field, operator, value} or a group {any: […]}: ${what}`;
    return refuse(gathered, { code: 'filter.malformed', path, message });
  }
  return compileCondition(parsed.data as Condition, scope, gathered, path);
}

function compileCondition(
  condition: Condition,
  scope: ConditionScope,
  gathered: Gathered,
  path: readonly (string | number)[],
): Evaluation {
  const operator = findOperator(condition.operator);
  if (operator === undefined) {
    const suggestion = () =>
      nearestMatch(
        condition.operator,
        operators.map(({ key }) => key),
      );
    const message = `There is no operator "${condition.operator}"; the schema lists those of each type of field.`;
    return refuse(gathered, { code: 'filter.unknown-operator', path, message, suggestion });
  }
  const reference = resolveField(condition.field, scope, gathered, path, operator.presence);
  if (reference === undefined) return unevaluable(condition.field, 'it is not a known field');
  const { type } = reference;
  if (!Object.hasOwn(operator.operands, type)) {
    const fitting = operatorsFor(type).map(({ key }) => key);
    const message = `"${operator.key}" does not apply to ${condition.field}, a field of type ${type}. Use ${fitting.join(', ')}.`;
    const suggestion = () => nearestMatch(operator.key, fitting);
    return refuse(gathered, { code: 'filter.operator-type', path, message, suggestion });
  }
  const schema = operator.operands[type];
  if (schema === undefined) {
    if (condition.value !== undefined && condition.value !== null) {
      const message = `"${operator.key}" takes no value.`;
      return refuse(gathered, { code: 'filter.value', path, message });
    }
    return presence(reference, operator);
  }
  const value = schema.safeParse(condition.value);
  if (!value.success) {
    const [why] = Object.values(describeIssues(value.error.issues, condition.value, 'value'));
    const message = `The value of "${operator.key}" for ${condition.field} is not valid: ${why}`;
    return refuse(gathered, { code: 'filter.value', path, message });
  }
  if (holdsTemplate(value.data as Json)) {
    const message = `The value of a condition cannot contain {{variables}}; compare with a field instead.`;
    return refuse(gathered, { code: 'filter.value', path, message });
  }
  let other: Reference | undefined;
  const otherKey = own(value.data, 'field');
  if (typeof otherKey === 'string') {
    other = resolveField(otherKey, scope, gathered, [...path, 'value', 'field'], false);
    if (other === undefined) return unevaluable(otherKey, 'it is not a known field');
    if (other.type !== 'date_time' && other.type !== 'json') {
      const message = `${otherKey} is of type ${other.type}, not a date-time.`;
      return refuse(gathered, { code: 'filter.operator-type', path, message });
    }
  }
  const wanted = statusSpelled(condition.field, operator.key, value.data as Json);
  const operand = { value: wanted, fieldType: type, timeZone: condition.timeZone, other };
  const test = operator.prepare(operand);
  if (typeof test !== 'function') {
    const code = operator.key.endsWith('matches_regex') ? 'filter.pattern' : 'filter.value';
    return refuse(gathered, { code, path, message: test.problem });
  }
  if (type === 'event') return occurrence(reference, value.data as string, test, gathered);
  return comparison(reference, operator, test);
}

/** Fields that contain the status of a delivery, whose other spellings mean the same (decisions A19, A20). */
const DELIVERY_STATUS_FIELDS: ReadonlySet<string> = new Set(['delivery.status']);

const EQUALITIES: ReadonlySet<string> = new Set(['equals', 'not_equals', 'in', 'not_in']);

function statusSpelled(field: string, operator: string, value: Json): Json {
  if (!DELIVERY_STATUS_FIELDS.has(field) || !EQUALITIES.has(operator)) return value;
  if (typeof value === 'string') return deliveryStatusNamed(value);
  return Array.isArray(value)
    ? value.map((item: Json) => (typeof item === 'string' ? deliveryStatusNamed(item) : item))
    : value;
}

/** The field a condition names. Only a presence check may name one whose entity the trigger does not have. */
function resolveField(
  key: string,
  scope: ConditionScope,
  gathered: Gathered,
  path: readonly (string | number)[],
  presenceOnly: boolean,
): Reference | undefined {
  const segments = key.split('.');
  const field = findField(key);
  const reference: Reference | undefined =
    field?.type === 'event'
      ? { path: key, type: 'event', known: true, entities: [field.entity], read: () => undefined }
      : isFilterable(segments)
        ? resolveVariable(segments, scope.nodes)
        : undefined;
  if (reference === undefined) {
    const events = fieldCatalogue.filter(({ type }) => type === 'event').map((event) => event.key);
    const suggestion = () => nearestMatch(key, events) ?? nearestVariable(segments, scope.nodes);
    gathered.problems.push({
      code: 'filter.unknown-field',
      path,
      message: `There is no field "${key}".`,
      suggestion,
    });
    return undefined;
  }
  const { entities: needed, trigger } = reference;
  const available = scope.entities;
  if (!presenceOnly && scope.trigger !== undefined && trigger !== undefined && trigger !== scope.trigger) {
    const message = `"${key}" is there only in runs that a custom event starts.`;
    gathered.problems.push({ code: 'filter.unavailable-field', path, message });
  }
  if (!presenceOnly && available !== undefined && needed.length > 0) {
    if (!needed.some((entity) => available.includes(entity))) {
      const has = available.length === 0 ? 'no entity' : available.join(', ');
      const message = `"${key}" is not available: the trigger provides ${has}.`;
      gathered.problems.push({ code: 'filter.unavailable-field', path, message });
    }
  }
  gathered.references.push(reference);
  return reference;
}

const FILTER_ROOTS: ReadonlySet<string> = new Set([
  ...fieldCatalogue.map(({ entity }) => entity),
  'trigger_metadata',
  'custom_event',
]);

function isFilterable(segments: readonly string[]): boolean {
  const root = segments[0] ?? '';
  const nested = segments.length > 1 && FILTER_ROOTS.has(root);
  return (nested || root.startsWith('node_var_')) && segments.length <= limits.pathSegments;
}

function holdsTemplate(value: Json): boolean {
  if (typeof value === 'string') return value.includes('{{') && value.includes('}}');
  return Array.isArray(value) && value.some((item: Json) => holdsTemplate(item));
}

function presence(reference: Reference, operator: Operator): Evaluation {
  const { read } = reference;
  const { onNothing } = operator;
  return (scope) => {
    const value = read(scope);
    return value === undefined || value === null ? onNothing : !onNothing;
  };
}

function comparison(reference: Reference, operator: Operator, test: Test): Evaluation {
  const { read, path, entities, nodeKey } = reference;
  const { onNothing } = operator;
  const entity = entities[0];
  return (scope) => {
    const value = read(scope);
    if (value === undefined || value === null) {
      if (entity !== undefined && (scope.context[entity] ?? null) === null) {
        return { field: path, reason: `this run has no ${entity}` };
      }
      if (nodeKey !== undefined && own(scope.outputs, nodeKey) === undefined) {
        return { field: path, reason: `node "${nodeKey}" did not run` };
      }
      return onNothing;
    }
    const answer = test(value, scope);
    if (typeof answer === 'boolean') return answer;
    return { field: path, reason: answer ?? `"${operator.key}" cannot be applied to a value of this type` };
  };
}

/** "Has occurred" and "Has not occurred" read the events stored when the trigger fired (specification 4.6.8). */
function occurrence(reference: Reference, event: string, test: Test, gathered: Gathered): Evaluation {
  const entity = reference.entities[0] as EntityName;
  gathered.occurrences.push({ entity, event });
  const key = occurrenceKey(entity, event);
  return (scope) => {
    const occurred = own(scope.occurred, key);
    const answer = typeof occurred === 'boolean' ? test(occurred, scope) : undefined;
    if (typeof answer === 'boolean') return answer;
    return { field: reference.path, reason: `the ${entity} could not be resolved when the trigger fired` };
  };
}

/** Name under which a run stores whether an event of an entity had occurred. */
export function occurrenceKey(entity: EntityName, event: string): string {
  return `${entity}:${event}`;
}

function refuse(gathered: Gathered, problem: ConditionProblem): Evaluation {
  gathered.problems.push(problem);
  return unevaluable(problem.path.join('.'), problem.message);
}

function unevaluable(field: string, reason: string): Evaluation {
  const error: ConditionError = Object.freeze({ field, reason });
  return () => error;
}

/**
 * All must hold. One that does not hold decides, whatever errors its siblings have, so that the answer does not depend
 * on their order; if there is none, an error is the answer.
 */
function everyOf(parts: readonly Evaluation[], strict: boolean): Evaluation {
  return (scope) => {
    let error: ConditionError | undefined;
    let failed = false;
    for (const part of parts) {
      const answer = part(scope);
      if (answer === true) continue;
      if (answer !== false) error ??= answer;
      else if (strict) failed = true;
      else return false;
    }
    return error ?? !failed;
  };
}

/** One must hold, by the same rule reversed. */
function someOf(parts: readonly Evaluation[], strict: boolean): Evaluation {
  return (scope) => {
    let error: ConditionError | undefined;
    let held = false;
    for (const part of parts) {
      const answer = part(scope);
      if (answer === false) continue;
      if (answer !== true) error ??= answer;
      else if (strict) held = true;
      else return true;
    }
    return error ?? held;
  };
}
