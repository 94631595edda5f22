import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureJson } from '../../../../../lib/engines/workflows/json.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.string({ unit: fc.constantFrom('"', '\\', '\u0000', '\n', '\ud800', '🧀', 'é', 'a'), maxLength: 30 }),
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('JSON is measured never too small, and a few bytes too large for each value at most', () => {
  fc.assert(
    fc.property(json, (value) => {
      const written = JSON.stringify(value);
      const measure = measureJson(value, Number.POSITIVE_INFINITY, 32);
      const bytes = 'bytes' in measure ? measure.bytes : Number.NaN;
      const values = written.split(/[[\]{},:]/).length;
      expect(bytes).toBeGreaterThanOrEqual(Buffer.byteLength(written));
      expect(bytes).toBeLessThanOrEqual(Buffer.byteLength(written) + 6 * values);
    }),
    { numRuns: 2_000, seed: 20_261_122 },
  );
});

test.each([
  ['quotation marks', '"'.repeat(500)],
  ['control characters', '\u0000'.repeat(170)],
  ['keys', Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`${n}${'é'.repeat(100)}`, n]))],
  ['numbers', Array.from({ length: 45 }, () => -1.234567890123456e-300)],
])('%s pass a bound by the bytes that they take when they are written', (_, value) => {
  expect(Buffer.byteLength(JSON.stringify(value))).toBeGreaterThan(1_000);
  expect(measureJson(value, 1_000, 32)).toEqual({ excess: 'size' });
});
