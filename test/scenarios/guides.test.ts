import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { type Guide, guides } from '../../lib/platform/http/docs/guides.ts';
import { eventually } from '../support/dispatch-story.ts';
import { scenario } from '../support/scenario.ts';

scenario.override('skipsWaits', { scope: 'file' }, true);

const CURL = fileURLToPath(new URL('../support/curl.mjs', import.meta.url));

/** Runs all shell steps in one terminal, and returns what each printed. */
async function paste({ steps }: Guide): Promise<readonly string[]> {
  const MARK = '---next---';
  const shell = steps.filter(({ language }) => language === undefined);
  const lines = shell.map(({ line }) => line).join(`\necho; echo ${MARK}\n`);
  const { stdout } = await promisify(execFile)('sh', [
    '-ec',
    `curl() { "${process.execPath}" "${CURL}" "$@"; }\n${lines}`,
  ]);
  return stdout.split(MARK).map((text) => text.trim());
}

describe('44 7 the guides at /docs', { timeout: 120_000 }, () => {
  scenario('every sample works when it is pasted', async ({ local, tenant, receiver }) => {
    const { baseUrl, clock } = local.cloud;
    const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
    const all = guides({
      ...{ baseUrl, apiKey: tenant.apiKey, externalId: 'guide', webhookUrl: receiver.url, day },
    });
    const printed = async (name: string) => paste(all.find((guide) => guide.name === name)!);
    const [, , , watched] = await printed('first-delivery');
    expect(watched).toContain('"status":"dropoff_complete"');

    const planned = JSON.parse((await printed('first-route')).at(-1)!);
    expect(planned).toMatchObject({ status: 'SUCCESS', result: { unassignedOrders: [] } });
    expect(planned.result.routes[0].id).toEqual(expect.any(String));

    const { secret } = JSON.parse((await printed('webhooks'))[1]!);
    const { headers, body } = await eventually(
      async () => receiver.received[0],
      (message) => message !== undefined,
    ).then((message) => message!);
    const sample = all.flatMap(({ steps }) => steps).find(({ language }) => language === 'JavaScript')!;
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(sample.line)}`);
    expect(isGenuine(headers, body, secret, Number(headers['webhook-timestamp']))).toBe(true);
    expect(isGenuine(headers, `${body} `, secret, Number(headers['webhook-timestamp']))).toBe(false);
    expect(isGenuine(headers, body, secret, Number(headers['webhook-timestamp']) + 301)).toBe(false);

    const [activity = '', imported = ''] = (await printed('files')).slice(-2);
    expect(JSON.parse(activity)).toMatchObject({ status: 'SUCCESS', error: null, progress: { done: 1 } });
    expect(JSON.parse(imported)).toMatchObject({ externalId: 'guide-file', status: 'valid' });
    expect((await printed('automations')).at(-1)).toContain('high-value');
  });
});
