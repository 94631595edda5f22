import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type SpawnedCloud, spawnCloud } from '../support/spawn-cloud.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const KEYS = '/v1/organization-management/api-keys';

let directory: string;
const spawned: SpawnedCloud[] = [];

beforeAll(() => {
  directory = temporaryDirectory('data');
});
afterEach(async () => {
  for (const one of spawned.splice(0)) {
    one.kill('SIGKILL');
    await one.ended;
  }
});

function start(...options: Parameters<typeof spawnCloud>): SpawnedCloud {
  const one = spawnCloud(...options);
  spawned.push(one);
  return one;
}

/** Processes whose command line names the directory of this test. */
function leftRunning(): string[] {
  return execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory));
}

describe('npm start', { timeout: 240_000 }, () => {
  test('loses nothing that was acknowledged when it is killed, and ends within three seconds when asked to', async () => {
    const first = start(directory);
    const { baseUrl, apiKey, organizationId } = await first.ready;
    const acknowledged: string[] = [];
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
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
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const second = start(directory);
    expect((await second.ended).output.trim()).toBe(
      `Another local cloud is running on ${directory}: stop it, or set DATA_DIR to another directory.`,
    );
    expect((await second.ended).code).toBe(1);
    first.kill('SIGKILL');
    await Promise.allSettled(writers);
    await first.ended;
    expect(acknowledged.length).toBeGreaterThan(10);

    const third = start(directory);
    const again = await third.ready;
    expect(again).toMatchObject({ apiKey, organizationId });
    const listed = await fetch(again.baseUrl + KEYS, { headers });
    const { apiKeys } = (await listed.json()) as { apiKeys: { name: string }[] };
    const names = new Set(apiKeys.map(({ name }) => name));
    expect(acknowledged.filter((name) => !names.has(name))).toEqual([]);

    const asked = performance.now();
    third.kill('SIGTERM');
    expect((await third.ended).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(3_000);
    expect(leftRunning()).toEqual([]);
  });

  test('says in one sentence what is in its way', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const taken = await start(directory, { port }).ended;
    server.close();
    expect(taken).toEqual({
      code: 1,
      output: `Port ${port} is taken: set PORT to another one, or to 0 for any free one.\n`,
    });

    for (const file of ['sqs.sqlite', 'clock.json']) writeFileSync(join(directory, file), 'x'.repeat(8_192));
    rmSync(join(directory, 'sqs.sqlite-wal'), { force: true });
    const damaged = await start(directory).ended;
    expect(damaged.code).toBe(1);
    expect(damaged.output.trim().split('\n')).toHaveLength(1);
    expect(damaged.output).toContain('is damaged: start with --fresh, or remove the file');

    const fresh = start(directory, { flags: ['--fresh'] });
    await fresh.ready;
    fresh.kill('SIGINT');
    expect((await fresh.ended).code).toBe(0);
    expect(leftRunning()).toEqual([]);
  });
});
