import { join } from 'node:path';
import { listen } from './aws-endpoint/listen.ts';
import { clearDataDirectory } from './clear-data-directory.ts';
import { type LocalCloud, startCloud } from './cloud.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import type { Settings } from './read-settings.ts';

/** Longest time of a function on a busy machine (ms); a request may take 30 s in all. */
export const SHORTEST_TIMEOUT_MS = 25_000;

/** Turns the CDK app into an assembly in `directory`, by this context. An earlier start may have left one there. */
export type Synthesize = (directory: string, context: Readonly<Record<string, unknown>>) => Promise<unknown>;

/**
 * The work of `npm start`: builds the functions, synthesizes the app and runs it. What can be refused at once is
 * checked before the seconds that building takes. Throws one clear sentence for anything that the user can change.
 */
export async function startFromSettings(
  { port, dataDirectory, fresh, logs, requestsPerSecond }: Settings,
  synthesize: Synthesize,
): Promise<LocalCloud> {
  try {
    await (await listen(port)).close();
    if (fresh) clearDataDirectory(dataDirectory);
    // Held only for a moment: starting takes the lock permanently, and this refuses early.
    lockDataDirectory(dataDirectory)();
    const assemblyDirectory = join(dataDirectory, 'assembly');
    await synthesize(assemblyDirectory, requestsPerSecond === undefined ? {} : { requestsPerSecond });
    return await startCloud({
      assemblyDirectory,
      dataDirectory,
      port,
      shortestTimeoutMs: SHORTEST_TIMEOUT_MS,
      log: (line) => console.error(line),
      ...(logs && { echo: (name: string, text: string) => process.stdout.write(`[${name}] ${text}`) }),
    });
  } catch (error) {
    if (isTaken(error)) {
      throw new Error(`Port ${port} is in use: set PORT to another one, or to 0 for any free one.`);
    }
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
