import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Demo } from '../../cdk/local/demo-organization.ts';

const CLI = fileURLToPath(new URL('../../cdk/local/npm-start.mjs', import.meta.url));

/**
 * A start that takes longer hangs: none ever did, even on a machine with ten times the work that it can handle.
 * Milliseconds.
 */
const START_LIMIT_MS = 300_000;

/** `npm start` as a separate process. */
export interface SpawnedCloud {
  readonly pid: number | undefined;
  /** The contents of demo.json once it is ready. Rejects when it ends before. */
  readonly ready: Promise<Demo>;
  /** Exit code, null when it was killed, and all of its output. */
  readonly ended: Promise<{ readonly code: number | null; readonly output: string }>;
  kill(signal: NodeJS.Signals): void;
}

export interface SpawnOptions {
  /** Any free one if absent. */
  readonly port?: number;
  readonly flags?: readonly string[];
  /** Of an organization: '0' for no limit, '' as when deployed. No limit if absent. */
  readonly requestsPerSecond?: string;
}

/** Starts the command line tool in `dataDirectory`. The test must end what it starts. */
export function spawnCloud(
  dataDirectory: string,
  { port = 0, flags = [], requestsPerSecond = '0' }: SpawnOptions = {},
): SpawnedCloud {
  const child = spawn(process.execPath, [CLI, ...flags], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      REQUESTS_PER_SECOND: requestsPerSecond,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  const ready = untilReady(child, () => output).then(
    () => JSON.parse(readFileSync(join(dataDirectory, 'demo.json'), 'utf8')) as Demo,
  );
  ready.catch(() => undefined);
  return { pid: child.pid, ready, ended, kill: (signal) => void child.kill(signal) };
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const limit = performance.now() + START_LIMIT_MS;
  while (!output().includes('Ready after')) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${output()}`);
    if (performance.now() > limit) throw new Error(`it is not ready after ${START_LIMIT_MS} ms: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
