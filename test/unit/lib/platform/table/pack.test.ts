import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packItem, unpackItem } from '../../../../../lib/platform/table/item.ts';
import { pack, unpack } from '../../../../../lib/platform/table/pack.ts';
import { anyJob } from '../../../../support/builders/any-job.ts';

describe('packed values', () => {
  it('come back as they were, whatever lies beside them', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 40 }),
        fc.string(),
        (value, beside) => {
          const plain = JSON.parse(JSON.stringify(value));
          expect(unpack(pack(plain, beside), beside)).toEqual(plain);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('come back from an item whose row lies in the table with its fields in another order', () => {
    const row = fc.dictionary(fc.string({ minLength: 1 }), fc.string({ maxLength: 60 }), { maxKeys: 20 });
    fc.assert(
      fc.property(row, fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 40 }), (fields, value) => {
        const data = { ...JSON.parse(JSON.stringify(value)), ...fields };
        const item = { pk: 'a', sk: 's#a', type: 'thing', version: 1, data, row: { ...fields } };
        const sent = packItem(item);
        const kept =
          sent.row instanceof Uint8Array
            ? sent
            : { ...sent, row: Object.fromEntries(Object.entries(sent.row ?? {}).reverse()) };
        expect(unpackItem(kept)).toEqual(item);
      }),
      { numRuns: 300 },
    );
  });

  it('that are small stay readable', () => {
    expect(pack({ state: 'armed' })).toEqual({ state: 'armed' });
  });

  it('of a job take less than a third of their JSON', () => {
    const job = anyJob();
    const packed = pack(job as never);
    expect(packed).toBeInstanceOf(Uint8Array);
    expect((packed as Uint8Array).length * 3).toBeLessThan(JSON.stringify(job).length);
  });

  it('by a dictionary that is not known are not guessed at', () => {
    const packed = pack(anyJob() as never) as Uint8Array;
    expect(() => unpack(Buffer.concat([Buffer.of(99), packed.subarray(1)]))).toThrow(
      'no packing dictionary 99',
    );
  });
});
