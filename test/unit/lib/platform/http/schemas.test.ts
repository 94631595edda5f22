import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import {
  booleanParameter,
  instant,
  integerParameter,
  listParameter,
  optional,
} from '../../../../../lib/platform/http/index.ts';

describe('an instant', () => {
  it.each([
    ['2026-03-05T01:11:51Z', '2026-03-05T01:11:51.000Z'],
    ['2026-03-05T01:11:51', '2026-03-05T01:11:51.000Z'],
    ['2026-03-05 01:11:51', '2026-03-05T01:11:51.000Z'],
    ['2026-03-05T01:11', '2026-03-05T01:11:00.000Z'],
    ['2022-03-05T01:11:51.078927', '2022-03-05T01:11:51.078Z'],
    ['2026-03-05T01:11:51.5+02:00', '2026-03-04T23:11:51.500Z'],
    ['2026-03-05T01:11:51-0530', '2026-03-05T06:41:51.000Z'],
    ['2024-02-29T00:00:00z', '2024-02-29T00:00:00.000Z'],
  ])('written %s reads as %s', (text, expected) => expect(instant.parse(text)).toBe(expected));

  it.each([
    '',
    'tomorrow',
    '2026-03-05',
    '2026-02-30T00:00:00Z',
    '9999-12-31T23:59:59-12:00',
    '0000-01-01T00:00:00+12:00',
    '2026-13-01T00:00:00Z',
    '2026-03-05T24:00:00Z',
    '1772672400',
  ])('is not "%s"', (text) => expect(instant.safeParse(text).success).toBe(false));
});

describe('a parameter', () => {
  const limit = integerParameter({ min: 1, max: 100, fallback: 25 });

  it.each([
    [undefined, 25],
    ['1', 1],
    ['100', 100],
  ])('of a whole number reads %s as %i', (text, expected) => expect(limit.parse(text)).toBe(expected));

  it.each(['0', '101', '-1', '1.5', '1e2', '', 'x', '99999999999999999999'])(
    'of a whole number from 1 to 100 is not "%s"',
    (text) => expect(limit.safeParse(text).success).toBe(false),
  );

  it('of a list reads its parts without blanks', () =>
    expect(listParameter(z.string()).parse('a, b,,c ')).toEqual(['a', 'b', 'c']));

  it.each([
    ['true', true],
    ['False', false],
  ])('of yes or no reads %s', (text, expected) => expect(booleanParameter.parse(text)).toBe(expected));
});

describe('an optional field', () => {
  const schema = z.object({ note: optional(z.string()) });

  it.each([[{}], [{ note: null }]])('that is not given (%j) is undefined', (body) =>
    expect(schema.parse(body).note).toBeUndefined(),
  );

  it('still has to fit', () => expect(schema.safeParse({ note: 1 }).success).toBe(false));
});
