import { resolve } from 'node:path';

/** Options of the local cloud on the command line and in the environment. */
export interface Settings {
  readonly port: number;
  readonly dataDirectory: string;
  /** Start without data. */
  readonly fresh: boolean;
  /** Show the output of functions. */
  readonly logs: boolean;
  /** Requests a second that an organization may send; undefined = as when deployed. */
  readonly requestsPerSecond?: string | undefined;
  /** Share of the traces that are recorded, in percent; undefined = none. */
  readonly tracePercent?: string | undefined;
}

const DEFAULT_PORT = 3000;
const HIGHEST_PORT = 65_535;
const FLAGS = ['--fresh', '--logs'];

/** Reads PORT, DATA_DIR, REQUESTS_PER_SECOND, TRACE_PERCENT and the flags. Throws one sentence about the first invalid one. */
export function readSettings(
  flags: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const unknown = flags.find((flag) => !FLAGS.includes(flag));
  if (unknown !== undefined) {
    throw new Error(`Unknown argument "${unknown}". Use ${FLAGS.join(' or ')}, after "--".`);
  }
  const given = environment.PORT || String(DEFAULT_PORT);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 0 || port > HIGHEST_PORT) {
    throw new Error(
      `PORT is "${given}"; it must be a whole number from 0 (any free port) to ${HIGHEST_PORT}.`,
    );
  }
  return {
    port,
    dataDirectory: resolve(environment.DATA_DIR || '.local'),
    fresh: flags.includes('--fresh'),
    logs: flags.includes('--logs'),
    requestsPerSecond: environment.REQUESTS_PER_SECOND || undefined,
    tracePercent: environment.TRACE_PERCENT || undefined,
  };
}
