import { Logger } from '@aws-lambda-powertools/logger';

/** Fields of a log line: small values only, never whole objects, never secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log. `code` is a stable dotted name such as `dispatch.attempt.failed`; the sentence is for people. */
export interface Log {
  info(code: string, sentence: string, fields?: LogFields): void;
  warn(code: string, sentence: string, fields?: LogFields): void;
  /** `error` is logged with its name, message and stack. */
  error(code: string, sentence: string, fields?: LogFields, error?: unknown): void;
}

/** A log through Powertools, one JSON line per entry, named after the function. Level from `LOG_LEVEL`. */
export function powertoolsLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return Object.freeze({
    info: (code: string, sentence: string, fields: LogFields = {}) =>
      logger.info(sentence, { code, ...fields }),
    warn: (code: string, sentence: string, fields: LogFields = {}) =>
      logger.warn(sentence, { code, ...fields }),
    error: (code: string, sentence: string, fields: LogFields = {}, error?: unknown) =>
      logger.error(
        sentence,
        { code, ...fields },
        { error: error instanceof Error ? error : new Error(String(error ?? sentence)) },
      ),
  });
}

/** A log that says nothing. For tests. */
export const silentLog: Log = Object.freeze({ info() {}, warn() {}, error() {} });
