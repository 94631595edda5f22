import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildDriverApp, firstFiles } from '../../../cdk/build-driver-app.ts';

/** Issue 45, 1. */
const FIRST_LOAD_BYTES = 80_000;

test('45 1 the first load is below 80 kB; the reader of barcodes is loaded late, from the same address', async () => {
  const files = await buildDriverApp();
  const sizes = new Map(files.map(({ name, packed }) => [name, packed.byteLength]));
  const names = [...sizes.keys()];
  const fixed = new Set(['app.webmanifest', 'icon.png', 'icon.svg', 'service-worker.js']);
  const first = firstFiles(names.filter((name) => !fixed.has(name)));
  const bytes = [...first, 'index.html', 'service-worker.js'].reduce(
    (sum, name) => sum + sizes.get(name)!,
    0,
  );
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(FIRST_LOAD_BYTES);
  const late = names.filter((name) => name.endsWith('.wasm'));
  expect(late).toHaveLength(1);
  const worker = gunzipSync(files.find(({ name }) => name === 'service-worker.js')!.packed).toString();
  for (const name of first) expect(worker).toContain(name);
  expect(worker).not.toContain(late[0]);
  const page = gunzipSync(files.find(({ name }) => name === 'index.html')!.packed).toString();
  expect(page).not.toMatch(/ponyfill|zxing/);
});
