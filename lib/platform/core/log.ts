import { powertoolsLogger } from './powertools-logger.ts';
import { currentPlace } from './span.ts';

/** Fields of a log line: small values only, never whole objects, never secrets. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Structured log. `code` is a stable dotted name such as `dispatch.attempt.failed`; the sentence is for people. */
export interface Log {
  /** What happens for every message or request: written only when someone asks for it (`logLevel`), as each line costs. */
  debug(code: string, sentence: string, fields?: LogFields): void;
  info(code: string, sentence: string, fields?: LogFields): void;
  warn(code: string, sentence: string, fields?: LogFields): void;
  /** `error` is logged with its name, message and stack. */
  error(code: string, sentence: string, fields?: LogFields, error?: unknown): void;
}

/** A log through Powertools, one JSON line per entry, named after the function. Level from `LOG_LEVEL`. */
export function powertoolsLog(serviceName: string): Log {
  let made: ReturnType<typeof powertoolsLogger> | undefined;
  const logger = () => {
    made ??= powertoolsLogger(serviceName);
    return made;
  };
  const traced = () => {
    const place = currentPlace();
    return place && { trace: place.traceId };
  };
  return Object.freeze({
    debug: (code: string, sentence: string, fields: LogFields = {}) =>
      logger().debug(sentence, { code, ...traced(), ...fields }),
    info: (code: string, sentence: string, fields: LogFields = {}) =>
      logger().info(sentence, { code, ...traced(), ...fields }),
    warn: (code: string, sentence: string, fields: LogFields = {}) =>
      logger().warn(sentence, { code, ...traced(), ...fields }),
    error: (code: string, sentence: string, fields: LogFields = {}, error?: unknown) =>
      logger().error(
        sentence,
        { code, ...traced(), ...fields },
        { error: error instanceof Error ? error : new Error(String(error ?? sentence)) },
      ),
  });
}

/** A log that says nothing. For tests. */
export const silentLog: Log = Object.freeze({ debug() {}, info() {}, warn() {}, error() {} });
