import { helpWithin, nameWithin, wordWithin } from './api-names.ts';
import { DELIVERY_STATUSES } from './delivery-statuses.ts';
import type { Field, Values } from './form.tsx';
import { words } from './format.ts';
import type { LookupName } from './lookups.tsx';

/** The parts of a JSON schema that forms know. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/**
 * The fields of a form for the properties of a schema that the API serves. Their names begin with `prefix`; what they are
 * called may depend on `of`, what the schema describes. What can have only one value is left out.
 */
export function fieldsOfSchema(
  { properties = {}, required = [] }: Schema,
  prefix: string,
  of: string,
): readonly Field[] {
  return Object.entries(properties)
    .filter(([, schema]) => schema.const === undefined)
    .map(([name, schema]) => {
      const kind = kindOf(name, schema);
      return {
        name: `${prefix}.${name}`,
        ...(wordedNames(of, name) ?? namesOf(name, schema.description, kind.kind === 'flag')),
        ...kind,
        // An answer to yes or no is always given.
        required: required.includes(name) && kind.kind !== 'flag',
      };
    });
}

/** The values of those fields as an object, without those that were left empty. */
export function valuesUnder(prefix: string, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(`${prefix}.`) && !isLeftOut(value)
        ? [[name.slice(prefix.length + 1), value] as const]
        : [],
    ),
  );
}

/** An object as values of those fields; a single value of a list as a list. */
export function asValues(
  prefix: string,
  of: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
): Values {
  const isList = (name: string) =>
    fields.some((field) => field.name === name && (field.kind === 'choices' || field.kind === 'list'));
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => {
      const full = `${prefix}.${name}`;
      return [full, isList(full) && typeof value === 'string' ? [value] : value];
    }),
  );
}

function isLeftOut(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

/** The label and the help in the user's language, if they have words for the name. */
function wordedNames(of: string, name: string): Pick<Field, 'label' | 'help'> | undefined {
  const label = wordWithin(of, name);
  return label === undefined ? undefined : { label, ...helpWithin(of, name) };
}

/** The beginning of a description is the label, the rest of it the help. */
function namesOf(
  name: string,
  description: string | undefined,
  isFlag: boolean,
): Pick<Field, 'label' | 'help'> {
  const [begin = '', ...rest] = (description ?? '').replace(/\.$/, '').split(/[;,]\s*/);
  // "Whether it fires again" is a box named "Fires again".
  const label = isFlag ? capital(begin.replace(/^Whether (it )?/, '')) : begin;
  const help = rest.join(', ');
  const isPlain = label !== '' && !label.includes('`');
  return {
    label: isPlain ? label : words(name),
    ...(help !== '' && !help.includes('`') ? { help: `${capital(help)}.` } : {}),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Fields whose texts are statuses of deliveries. */
const OF_DELIVERIES = /^(deliveryStatus|statusHistory)/;

/** Fields whose texts are ids of what a list has. */
const LISTED: Readonly<Record<string, LookupName>> = {
  zoneIds: 'zones',
  store: 'stores',
  zone: 'zones',
  provider: 'providers',
  driverGroup: 'driverGroups',
  strategy: 'strategies',
  workflow: 'workflows',
};

function kindOf(name: string, schema: Schema): Pick<Field, 'kind' | 'options' | 'wide'> {
  const options = schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  const list = options.find(({ type }) => type === 'array');
  const [only] = options;
  if (list) return kindOf(name, list);
  if (only) return kindOf(name, only);
  const types = [schema.type ?? 'string'].flat();
  if (types.includes('array')) {
    const choices = schema.items?.enum ?? (OF_DELIVERIES.test(name) ? DELIVERY_STATUSES : undefined);
    if (choices) return { kind: 'choices', options: named(name, choices) };
    const from = Object.hasOwn(LISTED, name) ? LISTED[name] : undefined;
    return from ? { kind: 'choices', options: from } : { kind: 'list', wide: true };
  }
  if (schema.enum) return { kind: 'choice', options: named(name, schema.enum) };
  if (types.includes('boolean')) return { kind: 'flag' };
  return { kind: types.includes('number') || types.includes('integer') ? 'number' : 'text' };
}

const named = (of: string, values: readonly string[]) =>
  values.map((value) => [value, nameWithin(of, value)] as const);
