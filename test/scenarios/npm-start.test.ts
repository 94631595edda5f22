import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, vi } from 'vitest';
import { processesOf } from '../support/processes-of.ts';
import { scenario as test } from '../support/scenario.ts';
import { spawnCloud } from '../support/spawn-cloud.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const KEYS = '/v1/organization-management/api-keys';
const onLinux = process.platform === 'linux';

describe('npm start', () => {
  test('loses nothing that was acknowledged when it is killed, and ends when asked to', async ({
    dataDirectory,
    npmStart,
  }) => {
    const first = npmStart();
    const { baseUrl, apiKey, organizationId } = await first.ready;
    const acknowledged: string[] = [];
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    // The demo is in San Francisco.
    const organization = await fetch(`${baseUrl}/v1/organization`, { headers });
    expect(await organization.json()).toMatchObject({
      timeZone: 'America/Los_Angeles',
      preferences: { distanceUnit: 'miles' },
    });
    const write = async (name: string) => {
      const response = await fetch(baseUrl + KEYS, {
        method: 'POST',
        headers,
        body: JSON.stringify({ name }),
      });
      if (response.status === 201 || response.status === 200) acknowledged.push(name);
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let count = 0; ; count += 1) await write(`key ${writer}-${count}`);
    });
    await vi.waitUntil(() => acknowledged.length > 10, { timeout: 60_000 });
    const second = npmStart();
    expect((await second.ended).output.trim()).toBe(
      `Another local cloud is running on ${dataDirectory}: stop it, or set DATA_DIR to another directory.`,
    );
    expect((await second.ended).code).toBe(1);
    first.kill('SIGKILL');
    await Promise.allSettled(writers);
    await first.ended;

    const third = npmStart();
    const again = await third.ready;
    expect(again).toMatchObject({ apiKey, organizationId });
    const listed = await fetch(again.baseUrl + KEYS, { headers });
    const { apiKeys } = (await listed.json()) as { apiKeys: { name: string }[] };
    const names = new Set(apiKeys.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

    third.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
    expect(processesOf(dataDirectory)).toEqual([]);
  });

  test('48.1 starts twice at once, each in its own directory, with everything that it serves', async () => {
    const clouds = ['one', 'other'].map((name) => spawnCloud(temporaryDirectory(name)));
    onTestFinished(async () => {
      for (const { kill } of clouds) kill('SIGTERM');
      await Promise.all(clouds.map(({ ended }) => ended));
    });
    const demos = await Promise.all(clouds.map(({ ready }) => ready));
    expect(new Set(demos.map(({ organizationId }) => organizationId)).size).toBe(2);
    const paths = [KEYS, '/openapi.json', '/docs', '/console'];
    const statuses = demos.flatMap(({ baseUrl, apiKey }) =>
      paths.map(async (path) => {
        const { status } = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${apiKey}` } });
        return `${path} ${status}`;
      }),
    );
    expect([...new Set(await Promise.all(statuses))]).toEqual(paths.map((path) => `${path} 200`));
  });

  test('says in one sentence what is in its way, and shares two allocator arenas once it runs', async ({
    dataDirectory,
    npmStart,
  }) => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const taken = await npmStart({ port }).ended;
    server.close();
    expect(taken).toEqual({
      code: 1,
      output: `Port ${port} is in use: set PORT to another one, or to 0 for any free one.\n`,
    });

    for (const file of ['sqs.sqlite', 'clock.json'])
      writeFileSync(join(dataDirectory, file), 'x'.repeat(8_192));
    const damaged = await npmStart().ended;
    expect(damaged.code).toBe(1);
    expect(damaged.output.trim().split('\n')).toHaveLength(1);
    expect(damaged.output).toContain('is damaged: start with --fresh, or remove the file');

    const fresh = npmStart({ flags: ['--fresh'] });
    await fresh.ready;
    // All threads share two allocator arenas, so that the memory of ended ones goes back.
    if (onLinux) {
      const environment = readFileSync(`/proc/${fresh.pid}/environ`, 'utf8').split('\0');
      expect(environment).toContain('MALLOC_ARENA_MAX=2');
    }
    fresh.kill('SIGINT');
    expect((await fresh.ended).code).toBe(0);
    expect(processesOf(dataDirectory)).toEqual([]);
  });
});
