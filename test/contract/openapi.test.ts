import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../cdk/tools/openapi-document.ts';
import { areas } from '../../functions/api/index.ts';
import { refusalsOf } from '../../lib/http/index.ts';

const committed = readFileSync(new URL('openapi.json', import.meta.url), 'utf8');
const document = JSON.parse(committed);
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
function resolved(reference: string): Described | undefined {
  return reference
    .slice('#/'.length)
    .split('/')
    .reduce((value, step) => value?.[step], document);
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
    expect(await openapiDocument.render(committed)).toBe(committed);
  });

  it('refers only to what it contains', () => {
    const references = [...committed.matchAll(/"\$ref": "(#\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(references.filter((reference) => resolved(reference) === undefined)).toEqual([]);
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
