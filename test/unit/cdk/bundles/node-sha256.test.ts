import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { bundleText } from './support.ts';

const require = createRequire(import.meta.url);
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const AT = new Date('2026-03-05T01:11:51Z');

test('a bundle signs webhooks with what Node has built in as the library does with its own', async () => {
  const bundled = require(await bundleText("export { Webhook } from 'standardwebhooks';"));
  const signature = new bundled.Webhook(SECRET).sign('msg_1', AT, '{"a":"é"}');
  expect(signature).toBe(new Webhook(SECRET).sign('msg_1', AT, '{"a":"é"}'));
  expect(() => new bundled.Webhook('whsec_no base64!')).toThrow('incorrect characters');
});
