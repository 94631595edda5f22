import { expect, test } from 'vitest';
import { drawManifest } from '../../../../../lib/fulfilment/documents/draw-manifest.ts';
import { pdfText } from '../../../../support/pdf-text.ts';

const NOW = Date.parse('2026-03-05T12:00:00Z');
const line = {
  reference: 'order-1',
  trackingReference: 'dlv_1',
  from: 'Corner Bakery, 100 Market Street',
  to: 'Ada Lovelace, 900 Valencia Street',
  items: '2',
};
const manifest = (packages = [line], providerName = 'City Bikes') =>
  drawManifest({ providerName, writtenAt: '2026-03-05 12:00 (UTC)', packages }, NOW);

test('41 2 a manifest is a PDF that lists the packages for the carrier', async () => {
  const content = await manifest();
  expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-');
  const text = pdfText(content);
  for (const part of [
    'City Bikes',
    '1 package, 2026-03-05 12:00',
    'order-1',
    'dlv_1',
    'Valencia',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(part);
  }
});

test('the same manifest is the same file', async () => {
  expect(Buffer.from(await manifest()).equals(Buffer.from(await manifest()))).toBe(true);
});

test('a long manifest has several pages, each with the heads of the columns', async () => {
  const packages = Array.from({ length: 200 }, (_, index) => ({ ...line, reference: `order-${index + 1}` }));
  const text = pdfText(await manifest(packages));
  expect(text).toContain('order-200');
  const [, pages = ''] = /Page 1 of (\d+)/.exec(text) ?? [];
  expect(Number(pages)).toBeGreaterThan(5);
  expect(text.match(/^Delivery$/gm)).toHaveLength(Number(pages));
});

test('letters that the fonts lack lose their accent, or become a question mark', async () => {
  const text = pdfText(await manifest([{ ...line, to: 'Ørsted, Ľubica, Ωmega 東' }], 'Čyklo – Straße'));
  expect(text).toContain('Cyklo – Straße');
  expect(text.replaceAll('\n', ' ')).toContain('Ørsted, Lubica, ?mega ?');
});

test('a word without end is split, and a cell without end is cut', async () => {
  const text = pdfText(
    await manifest([{ ...line, reference: 'x'.repeat(500), from: 'many words '.repeat(100) }]),
  );
  expect(text).toContain('...');
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThan(130);
});
