import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeIssues } from '../../../../../lib/platform/core/describe-issues.ts';
import {
  instant,
  integerParameter,
  listParameter,
  optional,
} from '../../../../../lib/platform/http/index.ts';

function explain(schema: z.ZodType, input: unknown): Readonly<Record<string, string>> {
  const result = schema.safeParse(input, { reportInput: true });
  return result.success ? {} : describeIssues(result.error.issues, input, 'body');
}

describe('a validation message', () => {
  it.each([
    ['a missing field', z.object({ a: z.string() }), {}, 'a', 'Required: expected a string.'],
    ['another type', z.object({ a: z.number() }), { a: 'x' }, 'a', '"x" is not accepted: expected a number.'],
    ['null', z.object({ a: z.string() }), { a: null }, 'a', 'null is not accepted: expected a string.'],
    [
      'a fraction',
      z.object({ a: z.int() }),
      { a: 1.5 },
      'a',
      '1.5 is not accepted: expected a whole number.',
    ],
    [
      'an unknown choice',
      z.object({ a: z.enum(['x', 'y']) }),
      { a: 'z' },
      'a',
      '"z" is not accepted: expected one of x, y.',
    ],
    [
      'an unknown choice in a list of a query',
      z.object({ a: listParameter(z.enum(['x', 'y'])) }),
      { a: 'x,, z' },
      'a[1]',
      '"z" is not accepted: expected one of x, y.',
    ],
    [
      'the only choice missed',
      z.object({ a: z.literal('x') }),
      { a: 'z' },
      'a',
      '"z" is not accepted: expected x.',
    ],
    [
      'too few characters',
      z.object({ a: z.string().min(1) }),
      { a: '' },
      'a',
      '"" is not accepted: expected at least 1 character.',
    ],
    [
      'too many items',
      z.object({ a: z.array(z.int()).max(2) }),
      { a: [1, 2, 3] },
      'a',
      'An array of 3 items is not accepted: expected at most 2 items.',
    ],
    [
      'too small a number',
      z.object({ a: z.number().positive() }),
      { a: 0 },
      'a',
      '0 is not accepted: expected more than 0.',
    ],
    [
      'a field of an item',
      z.object({ a: z.array(z.object({ b: z.string() })) }),
      { a: [{ b: 'x' }, {}] },
      'a[1].b',
      'Required: expected a string.',
    ],
    [
      'an object for a text',
      z.object({ a: z.string() }),
      { a: { b: 1 } },
      'a',
      'An object is not accepted: expected a string.',
    ],
    ['the whole body', z.object({}), [1], 'body', 'An array of 1 item is not accepted: expected an object.'],
    [
      'an instant',
      z.object({ a: instant }),
      { a: 'soon' },
      'a',
      '"soon" is not a date and time such as 2026-03-05T01:11:51Z.',
    ],
    [
      'no whole number',
      z.object({ a: integerParameter({ min: 0, fallback: 0 }) }),
      { a: 'x' },
      'a',
      '"x" is not a whole number.',
    ],
    [
      'an address',
      z.object({ a: z.email() }),
      { a: 'x' },
      'a',
      '"x" is not accepted: expected an e-mail address.',
    ],
    [
      'an optional field',
      z.object({ a: optional(z.boolean()) }),
      { a: 'x' },
      'a',
      '"x" is not accepted: expected true or false.',
    ],
    [
      'neither of two types',
      z.object({ a: z.union([z.string(), z.number()]) }),
      { a: true },
      'a',
      'true is not accepted: expected a string or a number.',
    ],
    [
      'none of several types',
      z.object({ a: z.union([z.string(), z.number(), z.boolean(), z.null()]) }),
      { a: [] },
      'a',
      'An array of 0 items is not accepted: expected a string, a number, true, false or null.',
    ],
    [
      'no value for a union',
      z.object({ a: z.union([z.string(), z.number()]) }),
      {},
      'a',
      'Required: expected a string or a number.',
    ],
    [
      'a union of which one part takes the type and says what is wrong',
      z.object({
        a: z.union([z.string().refine((text) => text === 'x', 'is not a status'), z.array(z.string())]),
      }),
      { a: 'y' },
      'a',
      '"y" is not a status.',
    ],
    [
      'a union in words of its own',
      z.object({ a: z.union([z.int(), z.string().regex(/^\d+$/)], 'is not a count') }),
      { a: true },
      'a',
      'true is not a count.',
    ],
    [
      'a text in words of its own',
      z.object({ a: z.string().regex(/^\d+$/, 'is not a count') }),
      { a: 'x' },
      'a',
      '"x" is not a count.',
    ],
    [
      'a kind that is missing',
      z.object({
        a: z.discriminatedUnion('k', [z.object({ k: z.enum(['x', 'y']) }), z.object({ k: z.literal('z') })]),
      }),
      { a: {} },
      'a.k',
      'Required: expected one of x, y, z.',
    ],
    [
      'the closer of two shapes',
      z.object({ a: z.union([z.string(), z.object({ b: z.int() })]) }),
      { a: { b: 'x' } },
      'a.b',
      '"x" is not accepted: expected a number.',
    ],
    [
      'an unknown kind',
      z.object({
        a: z.discriminatedUnion('k', [z.object({ k: z.literal('x') }), z.object({ k: z.literal('y') })]),
      }),
      { a: { k: 'z' } },
      'a.k',
      '"z" is not accepted: expected one of x, y.',
    ],
    [
      'a rule of our own',
      z.object({ a: z.int().refine((n) => n % 2 === 0, 'is not even') }),
      { a: 3 },
      'a',
      '3 is not even.',
    ],
    [
      'a key of a record',
      z.object({ a: z.record(z.string(), z.int()) }),
      { a: { b: 'x' } },
      'a.b',
      '"x" is not accepted: expected a number.',
    ],
  ])('for %s names the field, the value and what is accepted', (_, schema, input, field, sentence) => {
    expect(explain(schema, input)).toEqual({ [field]: sentence });
  });

  it('shows a value that was sent under another name', () => {
    const renamed = z.preprocess(
      (input) => ({ a: Reflect.get(Object(input), 'b') }),
      z.object({ a: instant }),
    );
    expect(explain(renamed, { b: 'soon' })).toEqual({
      a: '"soon" is not a date and time such as 2026-03-05T01:11:51Z.',
    });
  });

  it('is there for every field that does not fit', () => {
    const schema = z.object({ a: z.string(), b: z.object({ c: z.int(), d: z.boolean() }) });
    expect(Object.keys(explain(schema, { b: { c: 'x', d: 1 } }))).toEqual(['a', 'b.c', 'b.d']);
  });

  it('shortens long values', () => {
    expect(explain(z.object({ a: z.int() }), { a: 'x'.repeat(500) }).a?.length).toBeLessThan(120);
  });

  it('survives a field called __proto__', () => {
    const input = JSON.parse('{"__proto__": {"a": 1}}');
    expect(explain(z.record(z.string(), z.string()), input)).toBeTypeOf('object');
    expect({}).not.toHaveProperty('a');
  });
});
