import { systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { METRICS_VARIABLE, meteredFor } from './metered-for.ts';
import type { Received } from './received.ts';
import { tracerFromEnvironment } from './tracing.ts';

/** Sees all work that arrives. */
export interface Observer {
  /** Does the work, and records what the installation wants to know of it. */
  observed<Result>(received: Received<Result>, work: () => Promise<Result>): Promise<Result>;
}

/**
 * Records what the installation's settings ask for: a share of traces, metrics of each organization, or, as usual,
 * neither.
 */
export function observerFromEnvironment(log: Log): Observer | undefined {
  const tracer = tracerFromEnvironment(log);
  const namespace = process.env[METRICS_VARIABLE];
  if (!namespace) return tracer && { observed: tracer.traced };
  const metered = meteredFor({ namespace, clock: systemClock });
  return { observed: (received, work) => metered(received, () => tracer?.traced(received, work) ?? work()) };
}
