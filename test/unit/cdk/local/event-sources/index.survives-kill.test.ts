import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../../../support/temporary-directory.ts';

const SCRIPT = fileURLToPath(new URL('../support/killed-cloud.ts', import.meta.url));

/** Runs the cloud until `enough` lines were printed, then kills it if asked to, and returns all complete lines. */
async function runCloud(folder: string, mode: string, enough: number, kill: boolean): Promise<string[]> {
  const child = spawn(process.execPath, [SCRIPT, folder, mode], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (kill && output.split('\n').length > enough) child.kill('SIGKILL');
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (!kill && code !== 0) throw new Error(`ended with ${code}: ${errors}`);
  return output.split('\n').slice(0, -1);
}

test('every acknowledged write is delivered through stream and queue, however often the cloud is killed', async () => {
  const folder = temporaryDirectory('killed');
  const acknowledged: string[] = [];
  for (const enough of [40, 25, 60]) acknowledged.push(...(await runCloud(folder, 'write', enough, true)));
  expect(await runCloud(folder, 'drain', 1, false)).toEqual(['drained']);
  const delivered = new Set(readFileSync(join(folder, 'delivered.txt'), 'utf8').split('\n'));
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(acknowledged.filter((item) => !delivered.has(item))).toEqual([]);
});
