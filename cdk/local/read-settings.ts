import { resolve } from 'node:path';

/** How the command line and the environment ask for the local cloud. */
export interface Settings {
  readonly port: number;
  readonly dataDirectory: string;
  /** Start from nothing. */
  readonly fresh: boolean;
  /** Show what functions print. */
  readonly logs: boolean;
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65_535;
const FLAGS = ['--fresh', '--logs'];

/** Reads PORT, DATA_DIR and the flags. Throws one sentence that names what it does not understand. */
export function readSettings(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown !== undefined) {
    throw new Error(`Unknown argument "${unknown}"; there are ${FLAGS.join(' and ')}, written after "--".`);
  }
  const given = environment.PORT || String(DEFAULT_PORT);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) {
    throw new Error(
      `PORT is "${given}"; it must be a whole number from 0 (any free one) to ${HIGHEST_PORT}.`,
    );
  }
  return {
    port,
    dataDirectory: resolve(environment.DATA_DIR || '.local'),
    fresh: flags.includes('--fresh'),
    logs: flags.includes('--logs'),
  };
}
