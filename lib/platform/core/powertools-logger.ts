import { Logger } from '@aws-lambda-powertools/logger';

/** The logger of a service; level from `LOG_LEVEL`. Loaded late: most invocations write no line. */
export function powertoolsLogger(serviceName: string): Logger {
  return new Logger({ serviceName });
}
