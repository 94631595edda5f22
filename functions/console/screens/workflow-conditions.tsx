import { useId } from 'preact/hooks';
import { helpWithin, titleOfOperator } from '../kit/api-names.ts';
import { FieldInput } from '../kit/form.tsx';
import { words } from '../kit/format.ts';
import { timeZone } from '../kit/me.ts';
import { Button } from '../kit/ui.tsx';
import { m } from '../messages.ts';
import { automationTexts } from '../texts/texts.ts';
import type { Blocks, Case, SettingSchema } from './workflow-blocks.ts';
import type { Variable } from './workflow-values.ts';

/** One comparison. */
interface Condition {
  readonly field: string;
  readonly operator: string;
  readonly value?: unknown;
  readonly timeZone?: string;
}

/** A group of conditions of which one, or all, must hold. */
type Group = { readonly any: readonly unknown[] } | { readonly all: readonly unknown[] };

interface ConditionsContext {
  readonly blocks: Blocks;
  readonly variables: readonly Variable[];
  readonly errorAt: (path: string) => string | undefined;
}

interface ConditionsProps {
  readonly items: readonly unknown[];
  /** Where they lie in the node, as problems name it. */
  readonly path: string;
  readonly context: ConditionsContext;
  readonly onChange: (items: readonly unknown[]) => void;
  /** Word between them. */
  readonly joint?: string;
  readonly isNested?: boolean;
}

const isGroup = (item: unknown): item is Group =>
  typeof item === 'object' && item !== null && ('any' in item || 'all' in item);

/** Conditions of a filter or case, and groups of them. */
export function Conditions({
  items,
  path,
  context,
  onChange,
  joint = automationTexts.editor.and,
  isNested,
}: ConditionsProps) {
  const replace = (index: number, next: unknown) =>
    onChange(items.map((item, place) => (place === index ? next : item)));
  const first = context.variables.find(({ type }) => type !== 'event');
  const fresh: Condition = { field: first?.path ?? '', operator: 'is_set' };
  return (
    <div class="conditions">
      {items.map((item, index) => (
        <div key={index} class="condition">
          {index > 0 && <span class="joint">{joint}</span>}
          {isGroup(item) ? (
            <GroupInput
              item={item}
              path={`${path}.${index}`}
              context={context}
              onChange={(next) => replace(index, next)}
            />
          ) : (
            <ConditionInput
              condition={item as Condition}
              path={`${path}.${index}`}
              context={context}
              onChange={(next) => replace(index, next)}
            />
          )}
          <Button
            kind="ghost"
            icon="trash"
            label={automationTexts.editor.removeRow(
              isGroup(item) ? automationTexts.editor.group : automationTexts.editor.condition,
              index + 1,
            )}
            onClick={() => onChange(items.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      {context.errorAt(path) && <p class="problem">{context.errorAt(path)}</p>}
      <div class="actions">
        <Button icon="plus" onClick={() => onChange([...items, fresh])}>
          {automationTexts.editor.addCondition}
        </Button>
        {!isNested && (
          <Button icon="plus" onClick={() => onChange([...items, { any: [fresh] }])}>
            {automationTexts.editor.addGroup}
          </Button>
        )}
      </div>
    </div>
  );
}

function GroupInput({
  item,
  path,
  context,
  onChange,
}: {
  item: Group;
  path: string;
  context: ConditionsContext;
  onChange: (next: Group) => void;
}) {
  const kind = 'any' in item ? 'any' : 'all';
  const items = 'any' in item ? item.any : item.all;
  const set = (name: string, next: readonly unknown[]) =>
    onChange(name === 'any' ? { any: next } : { all: next });
  return (
    <fieldset class="setting-group">
      <legend class="visually-hidden">{automationTexts.editor.group}</legend>
      <FieldInput
        id={`${path}.kind`}
        field={{
          name: 'kind',
          label: automationTexts.editor.holds,
          kind: 'choice',
          options: automationTexts.editor.kinds,
          required: true,
        }}
        value={kind}
        error={context.errorAt(path)}
        onChange={(name) => set(String(name ?? kind), items)}
      />
      <Conditions
        items={items}
        path={`${path}.${kind}`}
        context={context}
        joint={kind === 'any' ? automationTexts.editor.or : automationTexts.editor.and}
        isNested
        onChange={(next) => set(kind, next)}
      />
    </fieldset>
  );
}

/** A condition: a field, a comparison of those that fit its type, and the value that this takes. */
function ConditionInput({
  condition,
  path,
  context: { blocks, variables, errorAt },
  onChange,
}: {
  condition: Condition;
  path: string;
  context: ConditionsContext;
  onChange: (next: Condition) => void;
}) {
  const { field, operator, value } = condition;
  const id = useId();
  // A key below metadata is a part of the name: the longest known beginning is the field.
  const known = variables
    .filter((one) => field === one.path || (one.hasKeysBelow && field.startsWith(`${one.path}.`)))
    .toSorted((one, other) => other.path.length - one.path.length)[0];
  const below = known ? field.slice(known.path.length + 1) : '';
  const type = below === '' ? (known?.type ?? 'json') : 'json';
  const operators = blocks.operators.filter(({ values }) => Object.hasOwn(values, type));
  const choose = (next: string) => {
    const nextType = variables.find((one) => one.path === next)?.type ?? 'json';
    const fitting = blocks.operators.filter(({ values }) => Object.hasOwn(values, nextType));
    const kept = fitting.find(({ key }) => key === operator) ?? fitting[0];
    onChange({ field: next, operator: kept?.key ?? operator });
  };
  const schema = operators.find(({ key }) => key === operator)?.values[type];
  const groups = Map.groupBy(variables, ({ group }) => group);
  const problem = errorAt(path);
  return (
    <div class="condition-parts">
      <div class="field">
        <label for={`${id}-field`}>{automationTexts.editor.field}</label>
        <select
          id={`${id}-field`}
          value={known?.path ?? field}
          aria-invalid={errorAt(`${path}.field`) !== undefined}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {!known && <option value={field}>{field || m.form.choose}</option>}
          {[...groups].map(([group, ofGroup]) => (
            <optgroup key={group} label={group}>
              {ofGroup.map((one) => (
                <option key={one.path} value={one.path}>
                  {one.label}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </div>
      {known?.hasKeysBelow && (
        <label class="field">
          {automationTexts.editor.key}
          <input
            value={below}
            onInput={(event) => {
              const key = event.currentTarget.value.trim();
              onChange({ ...condition, field: key === '' ? known.path : `${known.path}.${key}` });
            }}
          />
        </label>
      )}
      <div class="field">
        <label for={`${id}-comparison`}>{automationTexts.editor.comparison}</label>
        <select
          id={`${id}-comparison`}
          value={operator}
          aria-invalid={errorAt(`${path}.operator`) !== undefined}
          onChange={(event) => {
            const next = event.currentTarget.value;
            const was = shapeOf(schema);
            const will = shapeOf(operators.find(({ key }) => key === next)?.values[type]);
            const { value: _, ...others } = condition;
            onChange(
              was === will
                ? { ...condition, operator: next }
                : { ...others, ...firstValue(will), operator: next },
            );
          }}
        >
          {!operators.some(({ key }) => key === operator) && (
            <option value={operator}>{words(operator)}</option>
          )}
          {operators.map((one) => (
            <option key={one.key} value={one.key}>
              {titleOfOperator(one)}
            </option>
          ))}
        </select>
      </div>
      <ValueInput
        key={`${field} ${operator}`}
        id={id}
        field={field}
        schema={schema}
        value={value}
        variables={variables}
        error={errorAt(`${path}.value`) ?? errorAt(`${path}.value.field`)}
        onChange={(next) => onChange({ ...condition, ...zoned(type, schema), value: next })}
      />
      {(problem ?? errorAt(`${path}.field`) ?? errorAt(`${path}.operator`)) && (
        <p class="problem" role="alert">
          {problem ?? errorAt(`${path}.field`) ?? errorAt(`${path}.operator`)}
        </p>
      )}
    </div>
  );
}

/** Local times and calendar days are those of the organization. */
function zoned(type: string, schema: SettingSchema | null | undefined): Partial<Condition> {
  return type === 'date_time' && schema ? { timeZone: timeZone() } : {};
}

type Shape = 'none' | 'duration' | 'moment' | 'event' | 'list' | 'number' | 'boolean' | 'text';

/** How the value of an operator is entered, by its schema. */
function shapeOf(schema: SettingSchema | null | undefined): Shape {
  if (!schema) return 'none';
  if (schema.properties?.unit) return 'duration';
  if (schema.anyOf?.some(({ properties }) => properties?.field)) return 'moment';
  if (schema.type === 'array') return 'list';
  if (schema.type === 'number') return 'number';
  return schema.type === 'boolean' ? 'boolean' : 'text';
}

function firstValue(shape: Shape): Partial<Condition> {
  if (shape === 'boolean') return { value: true };
  return shape === 'duration' ? { value: { amount: 1, unit: 'hours' } } : {};
}

interface ValueProps {
  readonly id: string;
  readonly field: string;
  readonly schema: SettingSchema | null | undefined;
  readonly value: unknown;
  readonly variables: readonly Variable[];
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

/** What a field is compared with. */
function ValueInput({ id, field, schema, value, variables, error, onChange }: ValueProps) {
  const shared = { id, error };
  const help = helpWithin('condition', 'value', schema?.description);
  const about = { name: 'value', label: automationTexts.editor.value };
  switch (shapeOf(schema)) {
    case 'none':
      return null;
    case 'boolean':
      return (
        <FieldInput
          {...shared}
          field={{ ...about, kind: 'choice', options: automationTexts.editor.yesNo }}
          value={value === undefined ? '' : String(value)}
          onChange={(next) => onChange(next === 'true')}
        />
      );
    case 'duration': {
      const { amount, unit = 'hours' } = (value ?? {}) as {
        readonly amount?: number;
        readonly unit?: string;
      };
      const units = schema?.properties?.unit?.enum ?? [];
      return (
        <>
          <FieldInput
            {...shared}
            field={{ ...about, kind: 'number' }}
            value={amount}
            onChange={(next) => onChange({ amount: next, unit })}
          />
          <FieldInput
            id={`${id}-unit`}
            field={{
              name: 'unit',
              label: automationTexts.editor.unit,
              kind: 'choice',
              options: units.map((one) => [one, words(one)] as const),
            }}
            value={unit}
            error={undefined}
            onChange={(next) => onChange({ amount, unit: next ?? unit })}
          />
        </>
      );
    }
    case 'moment': {
      const other =
        typeof value === 'object' && value !== null
          ? (value as { readonly field?: string }).field
          : undefined;
      const moments = variables.filter(({ type, path }) => type === 'date_time' && path !== field);
      return (
        <>
          <FieldInput
            id={`${id}-other`}
            field={{
              name: 'other',
              label: automationTexts.editor.comparedWith,
              kind: 'choice',
              nothing: automationTexts.editor.fixedTime,
              options: moments.map(({ path, group, label }) => [path, `${group}: ${label}`] as const),
            }}
            value={other}
            error={undefined}
            onChange={(next) => onChange(next ? { field: next } : undefined)}
          />
          {other === undefined && (
            <FieldInput
              {...shared}
              field={{ ...about, kind: 'datetime' }}
              value={value}
              onChange={onChange}
            />
          )}
        </>
      );
    }
    case 'list':
      return (
        <FieldInput
          {...shared}
          field={{ ...about, kind: 'list', help: automationTexts.editor.listHelp }}
          value={value}
          onChange={onChange}
        />
      );
    case 'number':
      return (
        <FieldInput
          {...shared}
          field={{ ...about, kind: field.endsWith('Cents') ? 'money' : 'number' }}
          value={value}
          onChange={onChange}
        />
      );
    default:
      return (
        <FieldInput
          {...shared}
          field={
            field.endsWith('.custom_event')
              ? { ...about, kind: 'choice', options: 'customEventKeys' }
              : { ...about, ...help }
          }
          value={value}
          onChange={(next) => onChange(next ?? '')}
        />
      );
  }
}

/** The cases of a switch, each a named branch with its conditions. */
export function Cases({
  cases,
  path,
  context,
  onChange,
}: {
  cases: readonly Case[];
  path: string;
  context: ConditionsContext;
  /** `renamed` is the branch that got another name. */
  onChange: (cases: readonly Case[], renamed?: { readonly from: string; readonly to: string }) => void;
}) {
  const id = useId();
  return (
    <>
      {cases.map((one, index) => (
        <fieldset class="setting-group wide" key={index}>
          <legend>{automationTexts.editor.branchNumber(index + 1)}</legend>
          <FieldInput
            id={`${id}-${index}`}
            field={{ name: 'key', label: automationTexts.editor.branchName, required: true }}
            value={one.key}
            error={context.errorAt(`${path}.${index}.key`)}
            onChange={(typed) => {
              const key = String(typed ?? '');
              onChange(
                cases.map((given, place) => (place === index ? { ...given, key } : given)),
                { from: one.key, to: key },
              );
            }}
          />
          <Conditions
            items={one.conditions}
            path={`${path}.${index}.conditions`}
            context={context}
            onChange={(conditions) =>
              onChange(cases.map((given, place) => (place === index ? { ...given, conditions } : given)))
            }
          />
          <Button
            kind="ghost"
            icon="trash"
            onClick={() => onChange(cases.filter((_, place) => place !== index))}
          >
            {automationTexts.editor.removeBranch}
          </Button>
        </fieldset>
      ))}
      {context.errorAt(path) && <p class="problem wide">{context.errorAt(path)}</p>}
      <div class="actions wide">
        <Button
          icon="plus"
          onClick={() => onChange([...cases, { key: `branch ${cases.length + 1}`, conditions: [] }])}
        >
          {automationTexts.editor.addBranch}
        </Button>
      </div>
      <p class="help wide">{automationTexts.editor.elseHelp}</p>
    </>
  );
}
