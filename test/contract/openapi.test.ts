import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openapiDocuments } from '../../cdk/tools/openapi-documents.ts';
import { areas } from '../../functions/api/index.ts';
import { apiDocument } from '../../functions/api/meta/api-document.ts';
import { webhookForms } from '../../functions/api/webhooks/webhook-schemas.ts';
import { refusalsOf } from '../../lib/platform/http/index.ts';
import { writeOpenapi } from '../../lib/platform/http/write-openapi.ts';
import { dereference } from '../support/dereference.ts';

const folder = new URL('openapi/', import.meta.url);
const document = JSON.parse(JSON.stringify(apiDocument()));
const endpoints = areas.flatMap((area) => area.endpoints);

/** Texts of the committed files by name. */
const files = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => [name, readFileSync(new URL(name, folder), 'utf8')]),
);

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

/** Paths of the fields, at any depth, that have no description. A schema inside itself is visited once. */
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
  it('41 1.10 wraps a route only where a reply says more', () => {
    const replies = Object.entries<
      Record<string, Described & { responses?: Record<string, { content?: object }> }>
    >(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) => {
        const json = (responses?.['200']?.content as Record<string, { schema?: Described }> | undefined)?.[
          'application/json'
        ];
        const schema = json?.schema?.$ref ? resolved(json.schema.$ref) : json?.schema;
        return [{ operation: `${method} ${path}`, fields: Object.keys(schema?.properties ?? {}) }];
      }),
    );
    const wrapping = replies.filter(({ fields }) => fields.includes('route') && !fields.includes('id'));
    expect(wrapping.length).toBeGreaterThan(3);
    expect(wrapping.filter(({ fields }) => fields.length === 1)).toEqual([]);
  });

  it('41 1.9 declares every media type and status of the tool server', () => {
    const { responses } = document.paths['/mcp'].post;
    expect(Object.keys(responses['200'].content)).toEqual(['application/json', 'text/event-stream']);
    expect(Object.keys(responses['202'].content)).toEqual(['text/plain']);
    const { content } = document.components.responses['BAD_REQUEST.other'];
    expect(content['application/json'].schema.anyOf).toHaveLength(2);
    expect(responses['400'].$ref).toBe('#/components/responses/BAD_REQUEST.other');
  });

  it('is in step with the endpoints ("npm run generate" writes it)', async () => {
    const wanted = await openapiDocuments.render();
    const files = readdirSync(folder).map((name) => `test/contract/openapi/${name}`);
    expect(files.toSorted()).toEqual([...wanted.keys()].sort());
    for (const [file, text] of wanted) {
      expect(readFileSync(new URL(file.split('/').at(-1) ?? '', folder), 'utf8')).toBe(text);
    }
  });

  it('refers only to what it contains: the whole, and each file with the common one', () => {
    for (const [name, text] of Object.entries(files)) {
      const references = [...text.matchAll(/"\$ref": "([^"#]*)(#\/[^"]+)"/g)];
      const lost = references.filter(
        ([, file, path = '']) => resolved(path, JSON.parse(files[file || name] ?? '{}')) === undefined,
      );
      expect(lost).toEqual([]);
    }
    expect(JSON.stringify(document)).not.toContain('.json#/');
  });

  it('has each component in one file', () => {
    const names = Object.values(files).flatMap((text) =>
      Object.entries<Record<string, unknown>>(JSON.parse(text).components).flatMap(([kind, members]) =>
        Object.keys(members).map((member) => `${kind}/${member}`),
      ),
    );
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect([...new Set(twice)]).toEqual(['securitySchemes/apiKey']);
  });

  it('means what the endpoints say: with every reference followed, it is what they write', () => {
    const { info } = document;
    const written = JSON.parse(JSON.stringify(writeOpenapi(areas, info, webhookForms)));
    for (const part of ['paths', 'webhooks']) {
      const meant = dereference(written[part], written) as Record<string, unknown>;
      const found = dereference(document[part], document) as Record<string, unknown>;
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(meant).toSorted());
      for (const [name, value] of Object.entries(meant)) expect(found[name], name).toEqual(value);
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
        const { content, description } = document.components.responses[name];
        expect(description).toContain(`\`${kind.code}\``);
        // 49.3: people get the refusals of a page as a page.
        const isPage = name.endsWith('.page');
        expect(isPage).toBe('text/html' in content);
        if (!isPage) expect(content['application/json'].examples).toHaveProperty(kind.code);
      }
    }
  });
});
