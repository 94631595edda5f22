import { expect, test } from 'vitest';
import * as z from 'zod';
import { anySpelling } from '../../../../../lib/platform/core/any-spelling.ts';

const schema = anySpelling({ firstName: z.string(), isActive: z.boolean().optional() });

test.each([{ firstName: 'Ada' }, { firstname: 'Ada' }, { first_name: 'Ada' }])('%o is read', (input) => {
  expect(schema.parse(input)).toEqual({ firstName: 'Ada' });
});

test('the exact spelling wins over others of the same field', () => {
  expect(schema.parse({ first_name: 'Eve', firstName: 'Ada' })).toEqual({ firstName: 'Ada' });
});

test('what is not an object is refused as such', () => {
  expect(schema.safeParse('Ada').error?.issues[0]).toMatchObject({
    code: 'invalid_type',
    expected: 'object',
  });
});
