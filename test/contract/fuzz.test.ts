import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenancyDeps } from '../../functions/compose/tenancy-deps.ts';
import { createOrganization } from '../../lib/people/tenancy/index.ts';
import { guardedEndpoints } from '../support/authorization-matrix.ts';
import { deployedEntries } from '../support/deployed-entries.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { startTestTable, type TestTable } from '../support/test-table.ts';

/** Number of requests per endpoint. The seed is fixed, so that a failure repeats until it is mended. */
const RUNS = { numRuns: propertyRuns(10, 100), seed: 20_261_121 };

/** Values that parsers and stores stumble over. */
const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    ' ',
    '\u0000',
    '__proto__',
    '#',
    '%',
    '😀',
    -1,
    0,
    1e308,
    2 ** 53,
    [],
    {},
  ),
  fc.constantFrom<unknown>(
    'x'.repeat(5_000),
    [[[]]],
    { __proto__: null, constructor: 1 },
    [null],
    'NaN',
    '1e999',
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** The example with one of its leaves, or a missing field, replaced by an odd value. */
const mutationOf = (example: unknown) =>
  fc.tuple(fc.nat(), odd).map(([pick, value]) => {
    const paths = pathsOf(example);
    const path = paths[pick % paths.length] ?? [];
    return path.length === 0 ? value : replaced(example, path, value);
  });

describe('whatever is sent', () => {
  let db: TestTable;
  let api: Awaited<ReturnType<typeof deployedEntries>>;
  let key: string;
  beforeAll(async () => {
    db = await startTestTable(new Date().toISOString());
    api = await deployedEntries(db);
    ({ key } = await createOrganization(tenancyDeps(db.deps), { name: 'Fuzz' }));
  });
  afterAll(async () => {
    await api.stop();
    await db.stop();
  });

  it.each(guardedEndpoints)(
    '$name answers with success or a refusal in the envelope, never with a fault',
    async (endpoint) => {
      const text = fc.oneof(
        fc.string({ maxLength: 40 }),
        fc.constantFrom('__proto__', '0', 'true', '2026-03-05'),
      );
      const namesOf = (schema: { shape: object } | undefined) => Object.keys(schema?.shape ?? {});
      const valued = (names: readonly string[]) =>
        fc.record(Object.fromEntries(names.map((name) => [name, text])));
      const anyRequest = fc.record({
        params: valued(namesOf(endpoint.params)),
        query: fc.subarray(namesOf(endpoint.query)).chain(valued),
        body: endpoint.body ? mutationOf(endpoint.bodyExample) : fc.constant(undefined),
      });
      await fc.assert(
        fc.asyncProperty(anyRequest, async (request) => {
          const reply = await api.call(endpoint.routeKey, { key, ...request });
          expect(reply.status, JSON.stringify(reply.json)).toBeLessThan(500);
          if (reply.status >= 400 && endpoint.path === '/mcp' && 'jsonrpc' in (reply.json as object)) {
            // The tool server's protocol has its own envelope for anything that is not one of its messages.
            expect(reply.json).toMatchObject({
              error: { code: expect.any(Number), message: expect.any(String) },
            });
          } else if (reply.status >= 400) {
            expect(reply.json).toMatchObject({
              error: { code: expect.any(String), message: expect.any(String), details: expect.any(Object) },
              response_status: expect.stringMatching(/^4\d\d [A-Z_]+$/),
              RequestID: expect.any(String),
            });
          }
        }),
        RUNS,
      );
    },
  );
});

/** The way to every value in `value`, itself included. */
function pathsOf(
  value: unknown,
  path: readonly (string | number)[] = [],
): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((inner, index) => [index, inner] as const)
    : Object.entries(value);
  return [path, ...entries.flatMap(([step, inner]) => pathsOf(inner, [...path, step]))];
}

function replaced(value: unknown, [step, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value))
    return value.map((inner, index) => (index === step ? replaced(inner, rest, by) : inner));
  if (typeof value !== 'object' || value === null) return by;
  return { ...value, [step]: replaced(Reflect.get(value, step), rest, by) };
}
