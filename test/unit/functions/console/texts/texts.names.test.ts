import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { collectUnits } from '../../../../../cdk/tools/collect-units.ts';
import { wordOfField } from '../../../../../functions/console/kit/word-of-field.ts';
import type { texts as german } from '../../../../../functions/console/texts/names.de.ts';
import { workflowSchema } from '../../../../../lib/engines/workflows/index.ts';
import { IMPORT_COLUMNS } from '../../../../../lib/operations/uploads/columns/import-columns.ts';
import { BUILT_IN_ROLES } from '../../../../../lib/people/tenancy/roles/built-in-roles.ts';
import { workflowTemplates } from '../../../../../lib/reactions/automations/index.ts';
import { triggerTypes } from '../../../../../lib/reactions/notifications/types/index.ts';

type Texts = typeof german;

interface Schema {
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** What is said of a setting: `of` is the action, event or type of notification that it belongs to. */
interface Setting {
  readonly of: string;
  readonly name: string;
  readonly schema: Schema;
}

function settingsOf(of: string, schema: Schema): readonly Setting[] {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, own]) => [
      { of, name, schema: own },
      ...settingsOf(of, own),
    ]),
    ...inside.flatMap((one) => settingsOf(of, one)),
  ];
}

/** The values that a setting may have, each of which people read. */
function choicesOf(schema: Schema): readonly string[] {
  const inside = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...(schema.enum ?? []), ...(typeof schema.const === 'string' ? [schema.const] : [])].concat(
    inside.flatMap(choicesOf),
  );
}

const blocks = workflowSchema();
const ofWorkflows = [
  ...blocks.triggers.flatMap(({ key, parametersSchema }) => settingsOf(key, parametersSchema as Schema)),
  ...blocks.actions.flatMap(({ key, configSchema }) => settingsOf(key, configSchema as Schema)),
];
const ofNotifications = triggerTypes().flatMap(({ type, parameters }) =>
  settingsOf(type, z.toJSONSchema(parameters, { io: 'input', unrepresentable: 'any' }) as Schema).filter(
    // What can have only one value is in no form.
    ({ schema }) => schema.const === undefined,
  ),
);

/** Settings with an input of their own, which needs no help. */
const HANDLED = new Set(['customEventDefinitionId', 'notificationTriggerParameters']);

/** Choices that are the same in every language, or names of statuses that other tests look at. */
const SAME = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'P0', 'P1', 'P2', 'P3']);

/** The fields of an entity as the audit log names them; those of a dictionary by its own name. */
function fieldsOf(schema: unknown, path: string): readonly string[] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) =>
      fieldsOf(field, path ? `${path}.${name}` : name),
    );
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => fieldsOf(option, path));
  if (schema instanceof z.ZodPipe) return [...fieldsOf(schema.in, path), ...fieldsOf(schema.out, path)];
  const wrappers = [z.ZodOptional, z.ZodNullable, z.ZodDefault, z.ZodPrefault, z.ZodCatch];
  for (const wrapper of wrappers) {
    if (schema instanceof wrapper) return fieldsOf(schema.unwrap(), path);
  }
  return [path];
}

/** Entities whose changes other modules than their own tell the audit log. */
const TOLD_BY_WRITERS = new Set([
  ...['zone', 'zoneRestriction', 'routeRestriction', 'product', 'inventory', 'organization', 'user', 'role'],
  ...['apiKey', 'deliveryWindow', 'notificationDestination', 'notificationTrigger', 'emailTemplate'],
  ...['driver', 'driverPhone', 'driverInvitation', 'appRelease', 'vehicle', 'driverGroup', 'shift'],
  ...['dispatchRules', 'providerAccount'],
]);

/** The key of a word, as `words` in `kit/format.ts` makes it. */
const keyOf = (value: string) =>
  value
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.-]+/g, ' ')
    .toLowerCase();

/** Fields that no entry of the log has. */
const BOOKKEEPING = new Set(['id', 'organizationId', 'createdAt', 'updatedAt', 'version']);

describe.each(['es', 'de'])('44 7 names of the API in %s', (language) => {
  let texts: Texts;
  let settings: Readonly<Record<string, string>>;
  let found: Readonly<Record<string, string>>;
  const wordFor = (name: string): string | undefined => found[keyOf(name)];
  const wordWithin = (of: string, name: string) => wordFor(`${of} ${name}`) ?? wordFor(name);

  beforeAll(async () => {
    const of = async (area: string) =>
      (await import(`../../../../../functions/console/texts/${area}.${language}.ts`)).texts;
    texts = await of('names');
    settings = (await of('automation')).editor.settings;
    found = { ...texts.words, ...(await of('automation')).words, ...(await of('frame')).words };
  });

  it('has every event, action and comparison of workflows', () => {
    expect(blocks.triggers.filter(({ key }) => !wordFor(key)).map(({ key }) => key)).toEqual([]);
    const keys = (list: readonly { readonly key: string }[]) => list.map(({ key }) => key).toSorted();
    expect(Object.keys(texts.actions).toSorted()).toEqual(keys(blocks.actions));
    expect(Object.keys(texts.operators).toSorted()).toEqual(keys(blocks.operators));
  });

  it('has every value that conditions test and texts show', () => {
    const shown = [
      ...blocks.filterFields.map(({ key, entity }) => key.slice(entity.length + 1)),
      ...blocks.filterFields.map(({ entity }) => entity),
      ...blocks.eventVariables.map(({ path }) => path.split('.').slice(1).join(' ') || path),
      ...blocks.messageVariables.map(({ path }) => path.split('.').at(-1) ?? path),
      ...blocks.actions.flatMap(({ outputs }) => Object.keys(outputs)),
      ...Object.values(blocks.nodeOutputs).flatMap((outputs) => Object.keys(outputs)),
    ];
    expect([...new Set(shown.filter((name) => !wordFor(name)))]).toEqual([]);
  });

  it('has every setting with what it means, and every choice', () => {
    const every = [...ofWorkflows, ...ofNotifications];
    const isNamed = ({ of, name }: Setting) => name in settings || wordWithin(of, name) !== undefined;
    expect([...new Set(every.filter((one) => !isNamed(one)).map(({ of, name }) => `${of} ${name}`))]).toEqual(
      [],
    );
    const choices = every.flatMap(({ name, schema }) =>
      choicesOf(schema).map((value) => [name, value] as const),
    );
    expect(choices.length).toBeGreaterThan(100);
    const unsaid = choices.filter(([name, value]) => !SAME.has(value) && !wordWithin(name, value));
    expect([...new Set(unsaid.map(([name, value]) => `${name} ${value}`))]).toEqual([]);
    // The forms of workflows show the descriptions of settings.
    const unexplained = ofWorkflows.filter(
      ({ of, name, schema }) =>
        schema.description &&
        !HANDLED.has(name) &&
        !(`${of} ${name}` in texts.helps) &&
        !(name in texts.helps),
    );
    expect(unexplained.map(({ of, name }) => `${of} ${name}`)).toEqual([]);
  });

  it('has no meaning of a setting that is not there', () => {
    const there = new Set(
      [...ofWorkflows, ...ofNotifications].flatMap(({ of, name }) => [name, `${of} ${name}`]),
    );
    expect(Object.keys(texts.helps).filter((key) => !there.has(key))).toEqual(['condition value']);
  });

  it('has every template of workflows and every role that come with the service', () => {
    const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).toSorted();
    expect(Object.keys(texts.templates).toSorted()).toEqual(ids(workflowTemplates));
    expect(Object.keys(texts.templateTexts).toSorted()).toEqual(ids(workflowTemplates));
    expect(Object.keys(texts.roleTexts).toSorted()).toEqual(ids(BUILT_IN_ROLES));
    expect(ids(BUILT_IN_ROLES).filter((id) => !wordFor(id))).toEqual([]);
  });

  it('has every field of an order that a file may bring', () => {
    expect(IMPORT_COLUMNS.map(({ field }) => field).filter((field) => !wordFor(field))).toEqual([]);
  });

  it('has every field of the audit log', { timeout: 60_000 }, async () => {
    const { entities } = await collectUnits();
    const audited = entities.filter(
      ({ unit }) => unit.definition.audited || TOLD_BY_WRITERS.has(unit.definition.name),
    );
    expect(audited.length).toBeGreaterThan(30);
    const fields = new Set(audited.flatMap(({ unit }) => fieldsOf(unit.definition.schema, '')));
    const unnamed = [...fields].filter((field) => !BOOKKEEPING.has(field) && !wordOfField(field, wordFor));
    expect(unnamed).toEqual([]);
  });
});
