import type { Log } from '../../lib/platform/core/log.ts';

/** A log that keeps its entries, so that a test can read them. */
export function recordingLog(): Log & {
  readonly entries: readonly { level: string; code: string; fields: object }[];
} {
  const entries: { level: string; code: string; fields: object }[] = [];
  const keep =
    (level: string) =>
    (code: string, _sentence: string, fields: object = {}) => {
      entries.push({ level, code, fields });
    };
  return { entries, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}

/**
 * A log that makes the test fail on every error entry: faults, undeclared refusals, replies that do not fit their
 * schema.
 */
export const failingLog: Log = Object.freeze({
  debug() {},
  info() {},
  warn() {},
  error(code: string, sentence: string, fields: object = {}, error?: unknown) {
    throw new Error(`${code}: ${sentence} ${JSON.stringify(fields)}`, { cause: error });
  },
});
