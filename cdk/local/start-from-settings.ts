import { join } from 'node:path';
import { listen } from './aws-endpoint/listen.ts';
import { ASSEMBLY_FOLDER, clearDataDirectory } from './clear-data-directory.ts';
import { type LocalCloud, startCloud } from './cloud.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import type { Preparation } from './preparation/prepare-apart.ts';
import type { Settings } from './read-settings.ts';

/** Longest time of a function on a busy machine (ms); a request may take 30 s in all. */
export const SHORTEST_TIMEOUT_MS = 25_000;

/** Makes what a start needs in `directory`, by this context. An earlier start may have left it there. */
export type Prepare = (directory: string, context: Readonly<Record<string, unknown>>) => Preparation;

/** A local cloud, and what it is made of: its last parts may still be on their way. */
export interface Started {
  readonly cloud: LocalCloud;
  readonly preparation: Preparation;
}

/**
 * The work of `npm start`: synthesizes the app and runs it while the functions are built. What can be refused at once
 * is checked before the seconds that this takes. Throws one clear sentence for anything that the user can change.
 */
export async function startFromSettings(
  { port, dataDirectory, fresh, logs, requestsPerSecond, tracePercent }: Settings,
  prepare: Prepare,
): Promise<Started> {
  const log = (line: string) => console.error(line);
  let preparation: Preparation | undefined;
  let unlock: (() => void) | undefined;
  try {
    await (await listen(port)).close();
    if (fresh) clearDataDirectory(dataDirectory);
    unlock = lockDataDirectory(dataDirectory);
    const assemblyDirectory = join(dataDirectory, ASSEMBLY_FOLDER);
    preparation = prepare(assemblyDirectory, {
      ...(requestsPerSecond === undefined ? {} : { requestsPerSecond }),
      ...(tracePercent === undefined ? {} : { tracePercent }),
    });
    await preparation.done('templates');
    const cloud = await startCloud({
      assemblyDirectory,
      dataDirectory,
      unlock,
      code: preparation.code,
      port,
      shortestTimeoutMs: SHORTEST_TIMEOUT_MS,
      log,
      ...(logs && { echo: (name: string, text: string) => process.stdout.write(`[${name}] ${text}`) }),
    });
    return { cloud, preparation };
  } catch (error) {
    preparation?.release();
    unlock?.();
    if (isTaken(error)) {
      throw new Error(`Port ${port} is in use: set PORT to another one, or to 0 for any free one.`);
    }
    throw error;
  }
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
