import type { Clock } from '../core/clock.ts';
import { type Measurement, printMeasurement } from './print-measurement.ts';
import type { Received } from './received.ts';

/** Environment variable with the namespace of the metrics of each organization. Absent = none. */
export const METRICS_VARIABLE = 'ORGANIZATION_METRICS';

/** What counting takes. */
export interface MeterDeps {
  readonly namespace: string;
  readonly clock: Clock;
  /** Prints one measurement, where CloudWatch finds it. */
  readonly print?: (namespace: string, measurement: Measurement) => void;
}

/** Does work and counts it, with its time and whether it failed, for the organization that it belongs to. */
export function meteredFor({ namespace, clock, print = printMeasurement }: MeterDeps) {
  return async <Result>(
    { kind, organizationId, outcome }: Pick<Received<Result>, 'kind' | 'organizationId' | 'outcome'>,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (organizationId === undefined) return work();
    const startedAtMs = clock.now();
    const ended = (failed: boolean) =>
      print(namespace, { kind, organizationId, failed, milliseconds: clock.now() - startedAtMs });
    try {
      const result = await work();
      ended(outcome?.(result).failed ?? false);
      return result;
    } catch (error) {
      ended(true);
      throw error;
    }
  };
}
