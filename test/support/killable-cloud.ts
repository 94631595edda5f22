import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import type { Demo } from '../../cdk/local/demo-organization.ts';
import { processesOf } from './processes-of.ts';
import { temporaryDirectory } from './temporary-directory.ts';

const ENTRY = fileURLToPath(new URL('cloud-process.ts', import.meta.url));

/** Maximum time until what a killed process had started has noticed. Milliseconds. */
const ORPHAN_LIMIT_MS = 3_000;

/** A local cloud in a separate process, in a temporary directory, that survives being killed. */
export interface KillableCloud {
  /** Where it keeps its data. */
  readonly directory: string;
  /** Starts it, on the port of the first start. */
  start(): Promise<Demo>;
  /** Kills this process and no other with SIGKILL, and waits until nothing that it had started is left. */
  kill(): Promise<void>;
  /** Asks it to end and waits until it has. */
  stop(): Promise<void>;
}

/** Prepares one; nothing runs yet. */
export function killableCloud(): KillableCloud {
  const directory = temporaryDirectory('killed');
  let child: ChildProcess | undefined;
  let port = 0;

  const end = async (signal: NodeJS.Signals) => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null) return;
    const exit = once(running, 'exit');
    running.kill(signal);
    await exit;
  };

  return {
    directory,
    async start() {
      child = spawn(process.execPath, [ENTRY, inject('assemblyDirectory'), directory, String(port)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await untilReady(child);
      const demo = JSON.parse(readFileSync(join(directory, 'demo.json'), 'utf8')) as Demo;
      port = Number(new URL(demo.baseUrl).port);
      return demo;
    },
    async kill() {
      await end('SIGKILL');
      const limit = performance.now() + ORPHAN_LIMIT_MS;
      for (let left = processesOf(directory); left.length > 0; left = processesOf(directory)) {
        if (performance.now() > limit) throw new Error(`left running: ${left.join('\n')}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    stop: () => end('SIGTERM'),
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      output += part;
      if (output.includes('ready')) resolve();
    });
    child.once('exit', () => reject(new Error(`the local cloud ended before it was ready: ${output}`)));
  });
}
