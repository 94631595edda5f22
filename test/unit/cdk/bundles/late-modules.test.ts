import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { alwaysLate, lateFileOf } from '../../../../cdk/bundles/late-modules.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

test.each([
  ['a module of functions', 'lib/fulfilment/dispatch/find-job.ts', 'fulfilment-dispatch'],
  ['one of an area within an area', 'lib/fleet/own-fleet/provider/own-fleet.ts', 'fleet-own-fleet-provider'],
  ['one that is always late', 'lib/platform/core/countries.ts', 'countries'],
  ['one that exports values', 'lib/fulfilment/dispatch/refusals.ts', undefined],
  ['one that defines', 'lib/fulfilment/attention/define-attention.ts', undefined],
  ['one of the platform', 'lib/platform/core/zoned-time.ts', undefined],
  ['an endpoint', 'functions/api/jobs/cancel-job.ts', undefined],
])('%s, %s, is in the late file %s', (_, module, file) => {
  expect(lateFileOf(join(ROOT, module))).toBe(file);
});

test('each module that is always late exists and exports only functions', () => {
  expect(alwaysLate().size).toBeGreaterThan(20);
});
