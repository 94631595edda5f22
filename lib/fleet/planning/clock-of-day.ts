import { LATEST_TIME } from '../../engines/optimization/index.ts';
import { toInstant } from '../../platform/core/clock.ts';

/** The solver's clock: whole seconds since a time of the planned day. */
export interface DayClock {
  /** Seconds of a time: neither before the start of the solver's clock nor after its end, some 23 years later. */
  secondsOf(instant: string): number;
  instantOf(seconds: number): string;
}

/** A clock that starts a day before `reference`, so that windows that opened earlier are on it, too. */
export function dayClock(reference: string): DayClock {
  const zero = Math.floor(Date.parse(reference) / 1000) - 86_400;
  return {
    secondsOf: (instant) => Math.min(LATEST_TIME, Math.max(0, Math.round(Date.parse(instant) / 1000) - zero)),
    instantOf: (seconds) => toInstant((zero + seconds) * 1000),
  };
}
