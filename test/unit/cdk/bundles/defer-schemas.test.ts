import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import * as deferred from '../../../../cdk/bundles/deferred-zod.ts';
import { readSources } from '../../../support/boundaries/read-imports.ts';
import { bundleText } from './support.ts';

const require = createRequire(import.meta.url);
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/** What `iso.date` is in this version of zod. */
function makerNamed(name: string, zod: object): unknown {
  return name.split('.').reduce<unknown>((part, next) => Reflect.get(Object(part), next), zod);
}

/** The exports of a bundle of this source. */
const bundled = async (source: string) => require(await bundleText(`import * as z from 'zod';\n${source}`));

test('a schema is built when it is first used, not when its module is loaded', async () => {
  const { schema, seen } = await bundled(`
    export const seen = [];
    const choice = z.enum({ get A() { seen.push('built'); return 'a'; } });
    export const schema = z.object({ choice: choice.optional().meta({ description: 'Choice' }) });
  `);
  expect(seen).toEqual([]);
  expect(schema.parse({ choice: 'a' })).toEqual({ choice: 'a' });
  expect(schema.parse({})).toEqual({});
  expect(new Set(seen)).toEqual(new Set(['built']));
});

test('deferred schemas check as others do: shapes, unions, recursion, refinements, what was said of them', async () => {
  const { order, extended, node, shapes, instance } = await bundled(`
    const place = z.object({ lat: z.number().min(-90).max(90) }).refine(({ lat }) => lat !== 0, 'Not the equator.');
    const dog = z.strictObject({ kind: z.literal('dog'), name: z.string().trim().min(1) });
    const cat = z.strictObject({ kind: z.literal('cat'), lives: z.int().default(9) });
    export const order = z.object({ place, pets: z.array(z.discriminatedUnion('kind', [dog, cat])).max(2) });
    export const extended = order.extend({ note: z.preprocess((text) => String(text), z.string().nullable()) });
    export const node = z.object({ name: z.string(), get next() { return node.optional(); } });
    export const shapes = [Object.keys(extended.shape), z.string().meta({ description: 'Name' }).meta().description];
    export const instance = order instanceof z.ZodObject;
  `);
  const sent = { place: { lat: 1 }, pets: [{ kind: 'cat' }, { kind: 'dog', name: ' Rex ' }] };
  const read = {
    place: { lat: 1 },
    pets: [
      { kind: 'cat', lives: 9 },
      { kind: 'dog', name: 'Rex' },
    ],
  };
  expect(order.parse(sent)).toEqual(read);
  expect(extended.parse({ ...sent, note: 1 })).toEqual({ ...read, note: '1' });
  expect(node.parse({ name: 'a', next: { name: 'b' } })).toEqual({ name: 'a', next: { name: 'b' } });
  const { error } = order.safeParse({ place: { lat: 0 }, pets: [{ kind: 'cow' }] });
  expect(
    error.issues.map(({ path, message }: { path: string[]; message: string }) => [path.join('.'), message]),
  ).toEqual([
    ['place', 'Not the equator.'],
    ['pets.0.kind', "Invalid discriminator value. Expected 'dog' | 'cat'"],
  ]);
  expect(shapes).toEqual([['place', 'pets', 'note'], 'Name']);
  expect(instance).toBe(true);
});

test('fields and options are known before a schema is built', async () => {
  const { shapes, options, seen, node, name } = await bundled(`
    export const seen = [];
    const status = z.enum(['open', 'closed']).meta({ id: 'Status' });
    const choice = z.enum({ get A() { seen.push('built'); return 'a'; } });
    const base = z.object({ status, choice, get next() { seen.push('read'); return node.optional(); } }).strict();
    const extended = base.omit({ choice: true }).extend({ name: choice.optional() }).describe('More');
    export const node = extended.refine(() => true);
    export const shapes = [base, extended, node, extended.pick({ name: true })].map((one) => Object.keys(one.shape));
    export const options = status.options;
    export const name = z.object({ ...extended.pick({ name: true }).shape, inner: node.shape.name.unwrap() });
  `);
  expect(seen).toEqual([]);
  expect(options).toEqual(['open', 'closed']);
  expect(shapes).toEqual([
    ['status', 'choice', 'next'],
    ['status', 'next', 'name'],
    ['status', 'next', 'name'],
    ['name'],
  ]);
  expect(node.parse({ status: 'open', next: { status: 'closed', name: 'a' } })).toEqual({
    status: 'open',
    next: { status: 'closed', name: 'a' },
  });
  expect(name.safeParse({}).success).toBe(false);
  expect(name.parse({ inner: 'a' })).toEqual({ inner: 'a' });
});

test('everything of zod that makes a schema in functions is deferred', () => {
  const makers = readSources(ROOT, ['lib', 'functions']).flatMap(({ text }) =>
    [...text.matchAll(/\bz\.((?:iso\.|coerce\.)?[a-z]\w*)[<(]/g)].map(([, maker]) => maker!),
  );
  const types = ['infer', 'input', 'output'];
  const wanted = [...new Set(makers)].filter((maker) => !types.includes(maker));
  expect(wanted).toContain('iso.date');
  const direct = wanted.filter((maker) => {
    const own = makerNamed(maker, deferred);
    return own === undefined || own === makerNamed(maker, z);
  });
  expect(direct).toEqual([]);
});
