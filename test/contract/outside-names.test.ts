import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { areas } from '../../functions/api/index.ts';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import type { Endpoint } from '../../lib/platform/http/index.ts';
import type { ApiRequest } from '../support/api-call.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';
import { CANARY, type PrototypeWatch, watchPrototype } from '../support/watch-prototype.ts';

/** Names that every plain object inherits, and the one that changes what it inherits. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'] as const;

/** Headers that operations read, in addition to the credential. */
const READ_HEADERS = [
  'accept',
  'accept-language',
  'content-type',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'last-event-id',
  'mcp-protocol-version',
  'x-strict',
] as const;

/** Areas that serve what the build makes; their own tests ask them for files of these names. */
const BUILT: readonly string[] = ['console', 'meta'];

const endpoints = areas.filter(({ name }) => !BUILT.includes(name)).flatMap((area) => area.endpoints);

type Path = readonly (string | number)[];

describe('49.1.3, 49.4 names of Object.prototype from outside', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let key: string;
  let watch: PrototypeWatch;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    ({ key } = await createOrganization(tenancyDeps(db.deps), { name: 'Names' }));
    watch = watchPrototype();
  });
  afterAll(async () => {
    watch[Symbol.dispose]();
    await api.stop();
    await db.stop();
  });

  it.each(endpoints)('$name finds none of them by looking a name up', async (endpoint) => {
    for (const request of [...requestsWith(endpoint, CANARY), ...headersWith(endpoint, CANARY)]) {
      await api.call(endpoint.routeKey, { key, ...request });
    }
    expect(watch.places()).toEqual([]);
  });

  it.each(endpoints)('$name answers each of them with success or a refusal', async (endpoint) => {
    for (const name of INHERITED) {
      const [everywhere] = requestsWith(endpoint, name).toReversed();
      const { status, json } = await api.call(endpoint.routeKey, { key, ...everywhere });
      expect(status, `${name}: ${JSON.stringify(json)}`).toBeLessThan(500);
      for (const request of headersWith(endpoint, name)) {
        const reply = await api.call(endpoint.routeKey, { key, ...request });
        expect(reply.status, `${name}: ${JSON.stringify(reply.json)}`).toBeLessThan(500);
      }
    }
  });
});

/** The name as a header, as the value of every header that is read, and as the organization. */
function headersWith({ params, body, bodyExample }: Endpoint, name: string): readonly ApiRequest[] {
  const around: ApiRequest = {
    params: Object.fromEntries(Object.keys(params?.shape ?? {}).map((field) => [field, name])),
    ...(body ? { body: bodyExample } : {}),
  };
  const values = Object.fromEntries(READ_HEADERS.map((header) => [header, name]));
  return [
    { ...around, headers: withName(values, name) as Record<string, string> },
    { ...around, headers: { 'x-org-id': name } },
  ];
}

/** The name in place of each text and each key of the example in turn, and finally of all of them at once. */
function requestsWith({ params, query, body, bodyExample, name: endpoint }: Endpoint, name: string) {
  const named = (schema: { readonly shape: object } | undefined) =>
    Object.fromEntries(Object.keys(schema?.shape ?? {}).map((field) => [field, name]));
  const around: ApiRequest = { params: named(params), query: { [name]: name } };
  if (endpoint === 'talkMcp') {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: { [name]: name } },
    };
    return [{ ...around, body: call }];
  }
  const everyQuery = { ...around, query: { ...named(query), [name]: name } };
  if (!body) return [around, everyQuery];
  const places = pathsOf(bodyExample);
  return [
    ...places.flatMap((path) => [
      ...(typeof at(bodyExample, path) === 'string'
        ? [{ ...around, body: replaced(bodyExample, path, () => name) }]
        : []),
      ...(isPlain(at(bodyExample, path))
        ? [{ ...around, body: replaced(bodyExample, path, (value) => withName(Object(value), name)) }]
        : []),
    ]),
    { ...everyQuery, body: renamed(bodyExample, name) },
  ];
}

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const steps: Path = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return [path, ...steps.flatMap((step) => pathsOf(Reflect.get(value, step), [...path, step]))];
}

function at(value: unknown, path: Path): unknown {
  return path.reduce((inner: unknown, step) => Reflect.get(Object(inner), step), value);
}

function replaced(value: unknown, [step, ...rest]: Path, by: (value: unknown) => unknown): unknown {
  if (step === undefined) return by(value);
  if (Array.isArray(value)) return value.with(Number(step), replaced(value[Number(step)], rest, by));
  return { ...Object(value), [step]: replaced(Reflect.get(Object(value), step), rest, by) };
}

function isPlain(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object with the name as its own property, whichever name it is. */
function withName(value: object, name: string): object {
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: name, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Every text replaced by the name, and the name in every object. */
function renamed(value: unknown, name: string): unknown {
  if (typeof value === 'string') return name;
  if (Array.isArray(value)) return value.map((inner) => renamed(inner, name));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([field, inner]) => [field, renamed(inner, name)]);
  return withName(Object.fromEntries(entries), name);
}
