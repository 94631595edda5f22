import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { quickstart } from '../../lib/platform/http/docs/quickstart.ts';
import { scenario } from '../support/scenario.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

const CURL = fileURLToPath(new URL('../support/curl.mjs', import.meta.url));

/** Runs a line as a terminal would. */
const paste = (line: string) =>
  promisify(execFile)('sh', ['-c', `curl() { "${process.execPath}" "${CURL}" "$@"; }\n${line}`]);

describe('the quickstart', { timeout: 120_000 }, () => {
  scenario(
    'delivers an order whose addresses are one line each, by lines that are pasted',
    async ({ local, tenant }) => {
      const { baseUrl } = local.cloud;
      const steps = quickstart({ baseUrl, apiKey: tenant.apiKey, externalId: 'first-1' });
      const [created, quoted, dispatched, watched] = await steps.reduce<Promise<{ stdout: string }[]>>(
        async (before, { line }) => [...(await before), await paste(line)],
        Promise.resolve([]),
      );
      expect(JSON.parse(created?.stdout ?? '')).toMatchObject({
        status: 'valid',
        pickupAddressZip: '94111',
        dropoffAddressFormattedStreet: '900 Valencia St',
      });
      expect(JSON.parse(quoted?.stdout ?? '').quotes[0]).toMatchObject({ providerName: 'FleetSimulator' });
      expect(JSON.parse(dispatched?.stdout ?? '')).toMatchObject({ job: { isActive: true } });
      expect(watched?.stdout.trim().split('\n').at(-1)).toContain('"status":"dropoff_complete"');
    },
  );
});
