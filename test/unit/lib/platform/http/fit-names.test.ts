import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fitNames } from '../../../../../lib/platform/http/fit-names.ts';

const schema = z.object({
  dropoffPhoneNumber: z.string().nullish(),
  orderMetadata: z.record(z.string(), z.unknown()).optional(),
  items: z.array(z.object({ valueCents: z.int() })).optional(),
  proof: z.union([z.object({ photoUrl: z.string() }), z.object({ barcode: z.string() })]).optional(),
});

describe('the field names of a body', () => {
  it('in snake_case become those of the schema, at every depth', () => {
    const { body, ignored } = fitNames(schema, {
      dropoff_phone_number: '1',
      items: [{ value_cents: 5 }],
      proof: { photo_url: 'x' },
    });
    expect(body).toEqual({
      dropoffPhoneNumber: '1',
      items: [{ valueCents: 5 }],
      proof: { photoUrl: 'x' },
    });
    expect(ignored).toEqual([]);
  });

  it('41 2.5 in lower case become those of the schema, at every depth, and a typing error does not', () => {
    const { body, ignored } = fitNames(schema, {
      dropoffphonenumber: '1',
      items: [{ valuecents: 5, valueCENTS: 6 }],
    });
    expect(body).toEqual({ dropoffPhoneNumber: '1', items: [{ valueCents: 5, valueCENTS: 6 }] });
    expect(ignored).toEqual([{ path: 'items[0].valueCENTS', nearest: 'valueCents' }]);
  });

  it('sent in both spellings keep the one in camelCase, and the other is named', () => {
    const { body, ignored } = fitNames(schema, { dropoff_phone_number: '1', dropoffPhoneNumber: '2' });
    expect(schema.parse(body).dropoffPhoneNumber).toBe('2');
    expect(ignored).toEqual([{ path: 'dropoff_phone_number', nearest: 'dropoffPhoneNumber' }]);
  });

  it('that nobody knows are named with the nearest known one', () => {
    const { ignored } = fitNames(schema, { dropOffPhoneNumber: '1', zzz: 2, items: [{ valueCent: 1 }] });
    expect(ignored).toEqual([
      { path: 'dropOffPhoneNumber', nearest: 'dropoffPhoneNumber' },
      { path: 'zzz', nearest: undefined },
      { path: 'items[0].valueCent', nearest: 'valueCents' },
    ]);
  });

  it('in free-form data are all known', () => {
    const { body, ignored } = fitNames(schema, { orderMetadata: { any_name: { inner_name: 1 } } });
    expect(body).toEqual({ orderMetadata: { any_name: { inner_name: 1 } } });
    expect(ignored).toEqual([]);
  });

  it('are named up to twenty of them, whatever a body holds', () => {
    const nonsense = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`zz${index}`, 1]));
    expect(fitNames(schema, nonsense).ignored).toHaveLength(20);
    for (const body of [null, 1, 'text', [], [1]])
      expect(fitNames(schema, body)).toEqual({ body, ignored: [] });
  });
});
