import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { synthesizeLocally } from '../../cdk/local/synthesize-locally.ts';
import { billOf, MAX_DOLLARS_A_DAY, MAX_INSIGHT_DOLLARS_A_DAY } from './bill-of.ts';
import { measureOrders } from './measure-orders.ts';

it('46 2: a day of a million orders, and its insights, cost less than their bounds', async () => {
  using directory = mkdtempDisposableSync(join(tmpdir(), 'bench-bill-'));
  await synthesizeLocally(directory.path, { logLevel: 'INFO' });
  const { dollarsADay, insightDollarsADay } = billOf(await measureOrders(directory.path));
  expect(dollarsADay).toBeLessThanOrEqual(MAX_DOLLARS_A_DAY);
  expect(insightDollarsADay).toBeLessThanOrEqual(MAX_INSIGHT_DOLLARS_A_DAY);
});
