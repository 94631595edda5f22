import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { requireLeftOut } from '../../../../cdk/bundles/leave-out.ts';
import { bundleText, runBundle } from './support.ts';

const require = createRequire(import.meta.url);

/** Our only client that speaks REST and that no scenario calls, because the local cloud has no map service. */
const GEOCODE = `
import { amazonLocationGeocoder } from './lib/engines/geocoding/amazon-location-geocoder.ts';
amazonLocationGeocoder({ log: console }).geocode({ address: '1 High Street' }).then(({ place }) => console.log(place.lat));
`;

test('what is left out says so when it is called; what uses its neighbours works', async () => {
  const { schema } = require(
    await bundleText("import * as z from 'zod'; export const schema = z.object({ id: z.string() });"),
  );
  expect(schema.parse({ id: 'ord_1' })).toEqual({ id: 'ord_1' });
  expect(() => schema.toJSONSchema()).toThrow(
    'zod/v4/core/to-json-schema.js is left out of the bundles: the API document is written before',
  );
});

test('a bundle looks addresses up', async () => {
  const { printed } = await runBundle(GEOCODE, { ResultItems: [{ Position: [-122.4, 37.8] }] });
  expect(printed).toBe('37.8');
});

test('a module that its package has moved is missed', () => {
  const inputs = { 'node_modules/zod/v4/core/to-json-schema.js': { bytes: 1, imports: [] } };
  expect(() => requireLeftOut({ inputs, outputs: {} })).toThrow(/No module matches .*event-streams/);
});
