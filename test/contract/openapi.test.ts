import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openapiDocuments } from '../../cdk/tools/openapi-documents.ts';
import { areas } from '../../functions/api/index.ts';
import { apiDocument } from '../../functions/api/meta/api-document.ts';
import { refusalsOf } from '../../lib/platform/http/index.ts';

const folder = new URL('openapi/', import.meta.url);
const document = JSON.parse(JSON.stringify(apiDocument));
const endpoints = areas.flatMap((area) => area.endpoints);

/** A parameter, or a field of a schema, as the document has it. */
interface Described {
  readonly $ref?: string;
  readonly name?: string;
  readonly description?: string;
  readonly schema?: Described;
  readonly properties?: Readonly<Record<string, Described>>;
  readonly items?: Described;
  readonly anyOf?: readonly Described[];
  readonly allOf?: readonly Described[];
}

/** What a reference of the document leads to; undefined when there is nothing. */
function resolved(reference: string, within = document): Described | undefined {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce((value, step) => value?.[step], within);
}

/** Paths of the fields, at any depth, that have no description. A schema inside itself is looked at once. */
function silentFields(schema: Described, seen: ReadonlySet<string> = new Set()): readonly string[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    const target = seen.has($ref) ? undefined : resolved($ref);
    return target ? silentFields(target, new Set([...seen, $ref])) : [];
  }
  const { properties = {}, items, anyOf = [], allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [] : [name]),
    ...silentFields(field, seen).map((path) => `${name}.${path}`),
  ]);
  return [
    ...own,
    ...[...(items ? [items] : []), ...anyOf, ...allOf].flatMap((part) => silentFields(part, seen)),
  ];
}

describe('the committed OpenAPI document', () => {
  it('is in step with the endpoints ("npm run generate" writes it)', async () => {
    const wanted = await openapiDocuments.render();
    const files = readdirSync(folder).map((name) => `test/contract/openapi/${name}`);
    expect(files.toSorted()).toEqual([...wanted.keys()].sort());
    for (const [file, text] of wanted) {
      expect(readFileSync(new URL(file.split('/').at(-1) ?? '', folder), 'utf8')).toBe(text);
    }
  });

  it('refers only to what it contains: the whole, and each area alone', () => {
    const documents = readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
    for (const whole of [document, ...documents]) {
      const references = [...JSON.stringify(whole).matchAll(/"\$ref":"(#\/[^"]+)"/g)];
      expect(references.filter(([, path = '']) => resolved(path, whole) === undefined)).toEqual([]);
    }
  });

  it('has one meaning for each name, so that the documents of the areas can be joined', () => {
    const meanings = new Map<string, string>();
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
      const { components } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
      for (const [kind, members] of Object.entries<Record<string, unknown>>(components)) {
        for (const [member, value] of Object.entries(members)) {
          const text = JSON.stringify(value);
          expect(meanings.get(`${kind}/${member}`) ?? text).toBe(text);
          meanings.set(`${kind}/${member}`, text);
        }
      }
    }
  });

  it.each(endpoints)('says what each parameter is: $name', ({ path, method }) => {
    const { parameters = [] } = document.paths[path][method.toLowerCase()];
    const silent = parameters
      .map((parameter: Described) => (parameter.$ref ? resolved(parameter.$ref) : parameter))
      .filter(({ description, schema }: Described) => !(description ?? schema?.description))
      .map(({ name }: Described) => name);
    expect(silent).toEqual([]);
  });

  it.each(endpoints)('says what each field of its body is: $name', ({ path, method }) => {
    const { requestBody } = document.paths[path][method.toLowerCase()];
    const bodies = Object.values<{ schema: Described }>(requestBody?.content ?? {});
    expect(bodies.flatMap(({ schema }) => silentFields(schema))).toEqual([]);
  });

  it('offers no truth value as text, which its type would forbid', () => {
    const contradicting: unknown[] = [];
    JSON.stringify(document, (_, value) => {
      if (value?.type === 'boolean' && value.enum?.some((option: unknown) => typeof option !== 'boolean'))
        contradicting.push(value);
      return value;
    });
    expect(contradicting).toEqual([]);
  });

  it('has every endpoint with its refusals, its permission and an example', () => {
    for (const endpoint of endpoints) {
      const operation = document.paths[endpoint.path][endpoint.method.toLowerCase()];
      expect(operation.operationId).toBe(endpoint.name);
      expect(operation['x-permission'] ?? null).toBe(endpoint.permission);
      for (const { kind } of refusalsOf(endpoint)) {
        const name = operation.responses[kind.status].$ref.split('/').at(-1);
        expect(document.components.responses[name].content['application/json'].examples).toHaveProperty(
          kind.code,
        );
      }
    }
  });
});
