import { useState } from 'preact/hooks';
import { helpWithin, nameWithin } from '../kit/api-names.ts';
import { type Field, FieldInput, type Values } from '../kit/form.tsx';
import { latePart } from '../kit/late.tsx';
import type { LookupName } from '../kit/lookups.tsx';
import { Button } from '../kit/ui.tsx';
import { automationTexts } from '../texts/texts.ts';
import type { SettingSchema } from './workflow-blocks.ts';
import { type NodeContext, TextInput } from './workflow-text.tsx';

const Body = latePart(() => import('./workflow-body.tsx').then((part) => part.Body));

/** Settings that name something of the organization, and the list that has it. */
const NAMED: Readonly<Record<string, LookupName>> = {
  agentId: 'agents',
  connectionId: 'connections',
  customEventDefinitionId: 'customEvents',
  dispatchStrategyId: 'strategies',
  optimizationStrategyId: 'planningStrategies',
  destinationIds: 'destinations',
  roleId: 'roles',
  userId: 'users',
  eventTriggerType: 'triggerTypes',
  zoneIds: 'zones',
};

interface SettingsProps {
  readonly schema: SettingSchema;
  readonly value: Values;
  /** Where the value lies in the node, as problems name it. */
  readonly path: string;
  readonly context: NodeContext;
  readonly onChange: (value: Values) => void;
}

/** A form for an object that a JSON Schema describes. Of several kinds of object, one is chosen first. */
export function Settings({ schema, value, path, context, onChange }: SettingsProps) {
  const kinds = kindsOf(schema);
  if (kinds) {
    const [name, objects] = kinds;
    const chosen = objects.find(({ properties }) => properties?.[name]?.const === value[name]);
    const names = objects.map(({ properties }) => String(properties?.[name]?.const ?? ''));
    return (
      <>
        <FieldInput
          id={`${path}.${name}`}
          field={{
            name,
            label: nameOf(context, name),
            kind: 'choice',
            required: true,
            options: names.map((kind) => [kind, nameWithin(name, kind)] as const),
          }}
          value={value[name]}
          error={context.errorAt(`${path}.${name}`)}
          onChange={(kind) => onChange({ [name]: kind })}
        />
        {chosen && (
          <Settings
            key={String(value[name])}
            schema={chosen}
            {...{ value, path, context }}
            onChange={(next) => onChange({ ...next, [name]: value[name] })}
          />
        )}
      </>
    );
  }
  const { properties = {}, required = [] } = schema;
  return (
    <>
      {Object.entries(properties)
        .filter(([name, own]) => own.const === undefined && !isOtherWay(name, properties, value))
        .map(([name, own]) => (
          <Setting
            key={name}
            schema={own}
            value={value[name]}
            path={`${path}.${name}`}
            required={required.includes(name)}
            {...{ name, context }}
            onChange={(next) => {
              const { [name]: _, ...others } = value;
              onChange(isLeftOut(next, own) ? others : { ...others, [name]: next });
            }}
          />
        ))}
    </>
  );
}

/** A custom event is chosen from those that exist. One that was named by its key stays as it is. */
function isOtherWay(name: string, properties: object, value: Values): boolean {
  return name === 'name' && 'customEventDefinitionId' in properties && value.name === undefined;
}

/** Whether nothing was entered. Where no choice means something, it is null. */
function isLeftOut(value: unknown, schema: SettingSchema): boolean {
  if (value === null) return !typesOf(schema).includes('null');
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

/** What is called differently from its name on the wire. */
function nameOf({ of }: NodeContext, name: string): string {
  return automationTexts.editor.settings[name] ?? nameWithin(of, name);
}

/** The property by which several kinds of object differ, with the kinds. */
function kindsOf(schema: SettingSchema): readonly [string, readonly SettingSchema[]] | undefined {
  const objects = schema.oneOf ?? schema.anyOf ?? [];
  const [first] = objects;
  const name = Object.entries(first?.properties ?? {}).find(([, own]) => own.const !== undefined)?.[0];
  return name !== undefined && objects.every(({ type }) => type === 'object') ? [name, objects] : undefined;
}

interface SettingProps {
  readonly name: string;
  readonly schema: SettingSchema;
  readonly value: unknown;
  readonly path: string;
  readonly required: boolean;
  readonly context: NodeContext;
  readonly onChange: (value: unknown) => void;
}

/** One setting. */
function Setting(props: SettingProps) {
  const { name, schema, value, path, required, context, onChange } = props;
  const label = nameOf(context, name);
  const shared = { id: path, value, error: context.errorAt(path), onChange };
  const help = helpWithin(context.of, name, schema.description);
  const about: Field = { name, label, required, ...help };
  const lookup = NAMED[name];
  if (lookup !== undefined) {
    const isList = typesOf(schema).includes('array');
    return (
      <FieldInput {...shared} field={{ ...about, kind: isList ? 'choices' : 'choice', options: lookup }} />
    );
  }
  if (kindsOf(schema) || (schema.type === 'object' && schema.properties)) {
    return (
      <fieldset class="setting-group wide">
        <legend>{label}</legend>
        <div class="fields">
          <Settings {...{ schema, path, context, onChange }} value={(value as Values | undefined) ?? {}} />
        </div>
      </fieldset>
    );
  }
  if (schema.$ref !== undefined) return <Body {...{ label, value, path, context, onChange, ...help }} />;
  if (schema.type === 'object') return <Pairs {...props} label={label} />;
  if (schema.type === 'array' && schema.items?.type === 'object') return <Rows {...props} label={label} />;
  const options = [schema, ...(schema.anyOf ?? [])];
  if (options.some(({ format }) => format === 'template')) {
    const isNumber = options.some(({ type }) => type === 'integer' || type === 'number');
    return (
      <TextInput
        {...shared}
        {...{ label, required, context }}
        {...help}
        kind={isNumber ? (name.endsWith('Cents') ? 'money' : 'number') : 'text'}
        long={!isNumber && (schema.maxLength ?? 0) > 300}
      />
    );
  }
  return <FieldInput {...shared} field={{ ...about, ...plainKind(name, schema) }} />;
}

const typesOf = (schema: SettingSchema) =>
  [schema, ...(schema.anyOf ?? [])].flatMap(({ type }) => [type ?? []].flat());

/** How a value without variables is entered. */
function plainKind(
  name: string,
  schema: SettingSchema,
): Pick<Field, 'kind' | 'options' | 'nothing' | 'wide'> {
  const named = (values: readonly string[]) =>
    values.map((value) => [value, nameWithin(name, value)] as const);
  // What is left out has its default, which is named.
  const nothing = typeof schema.default === 'string' ? { nothing: nameWithin(name, schema.default) } : {};
  if (schema.enum) {
    return {
      kind: 'choice',
      options: named(schema.enum.filter((one) => one !== schema.default)),
      ...nothing,
    };
  }
  if (schema.type === 'array') {
    const choices = [schema.items, ...(schema.items?.anyOf ?? [])].find((one) => one?.enum)?.enum;
    return choices ? { kind: 'choices', options: named(choices) } : { kind: 'list', wide: true };
  }
  const types = typesOf(schema);
  if (types.length === 0 || types.length > 2 || types.includes('object')) return { kind: 'json' };
  if (types.includes('boolean')) return { kind: 'flag' };
  if (types.includes('number') || types.includes('integer')) return { kind: 'number' };
  return { kind: schema.format === 'date' ? 'date' : schema.format === 'uri' ? 'url' : 'text' };
}

/** A list of objects, each with its own fields. */
function Rows({ schema, value, path, context, label, onChange }: SettingProps & { label: string }) {
  const rows: readonly Values[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="setting-group wide">
      <legend>{label}</legend>
      {context.errorAt(path) && <p class="problem">{context.errorAt(path)}</p>}
      {rows.map((row, index) => (
        <div class="setting-row" key={index}>
          <div class="fields">
            <Settings
              schema={schema.items ?? {}}
              value={row}
              path={`${path}.${index}`}
              context={context}
              onChange={(next) => onChange(rows.map((one, place) => (place === index ? next : one)))}
            />
          </div>
          <Button
            kind="ghost"
            icon="trash"
            label={automationTexts.editor.removeRow(label, index + 1)}
            onClick={() => onChange(rows.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => onChange([...rows, {}])}>
        {automationTexts.editor.addTo(label)}
      </Button>
    </fieldset>
  );
}

/** Names with a text each, such as the headers of a request. */
function Pairs({ value, path, context, label, onChange }: SettingProps & { label: string }) {
  // Two rows may have the same name, or none, while somebody types.
  const [pairs, setPairs] = useState<readonly (readonly [string, unknown])[]>(() =>
    Object.entries((value as Values | undefined) ?? {}),
  );
  const set = (next: typeof pairs) => {
    setPairs(next);
    const named = next.filter(([name]) => name !== '');
    onChange(named.length === 0 ? undefined : Object.fromEntries(named));
  };
  return (
    <fieldset class="setting-group wide">
      <legend>{label}</legend>
      {context.errorAt(path) && <p class="problem">{context.errorAt(path)}</p>}
      {pairs.map(([name, text], index) => (
        <div class="setting-row" key={index}>
          <div class="fields">
            <FieldInput
              id={`${path}-${index}`}
              field={{ name: 'name', label: automationTexts.editor.pairName }}
              value={name}
              error={undefined}
              onChange={(typed) =>
                set(pairs.map((pair, place) => (place === index ? [String(typed ?? ''), pair[1]] : pair)))
              }
            />
            <TextInput
              id={`${path}.${index}`}
              label={automationTexts.editor.pairValue}
              value={text}
              error={context.errorAt(`${path}.${name}`)}
              context={context}
              onChange={(typed) =>
                set(pairs.map((pair, place) => (place === index ? [pair[0], typed ?? ''] : pair)))
              }
            />
          </div>
          <Button
            kind="ghost"
            icon="trash"
            label={automationTexts.editor.removeRow(label, index + 1)}
            onClick={() => set(pairs.filter((_, place) => place !== index))}
          />
        </div>
      ))}
      <Button icon="plus" onClick={() => set([...pairs, ['', '']])}>
        {automationTexts.editor.addTo(label)}
      </Button>
    </fieldset>
  );
}
