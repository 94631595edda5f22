import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Synthesized } from './synthesize-process.ts';

const ENTRY = fileURLToPath(new URL('synthesize-process.ts', import.meta.url));

/**
 * Runs `synthesizeLocally` in a process of its own, whose memory is freed with it: the CDK and the bundler use more
 * than the local cloud does. Rejects with the sentence with which it ended.
 */
export function synthesizeApart(
  directory: string,
  context: Readonly<Record<string, unknown>>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(ENTRY, [directory, JSON.stringify(context)], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    let outcome: Synthesized | undefined;
    child.once('message', (message: Synthesized) => {
      outcome = message;
    });
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      if (outcome?.ok) return resolve();
      reject(
        new Error(
          outcome?.reason ?? `The build of the functions and stacks ended early (${signal ?? code}).`,
        ),
      );
    });
  });
}
