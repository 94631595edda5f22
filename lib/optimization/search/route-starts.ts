import type { Model } from './compile-model.ts';
import type { RouteClock, Times } from './route-clock.ts';

/** What is run through: a sequence on a vehicle of a type, and the seconds of its ways. */
export interface Run {
  readonly type: number;
  readonly sequence: Int32Array;
  readonly length: number;
  readonly seconds: Int32Array;
}

/** Latest end of a route and most seconds of late service begins. */
export interface RunLimits {
  readonly endAt: number;
  readonly late: number;
}

export const NO_LIMITS: RunLimits = { endAt: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };

/** Looks for starts of routes with pauses, which may move with the start or not be due at all. */
export interface RouteStarts {
  /**
   * Runs a route from a start with which it is in time for a window of its first visit, the latest one after `after` that
   * keeps within the limits. Returns that start, -1 where there is none.
   */
  inWindow(run: Run, after: number, times: Times, limits: RunLimits): number;
  /**
   * Runs a route from the latest start found that keeps within the limits. It is brought forward from `latest`, that of a
   * route without pauses, by what the end is too late, and then to `startAt + delay`, with which the pauses are those there
   * were. Pauses after work are taken early where that helps; the clock then goes on so. Returns `startAt` where none is
   * found.
   */
  latest(
    run: Run,
    from: { readonly startAt: number; readonly latest: number; readonly delay: number },
    times: Times,
    limits: RunLimits,
  ): number;
}

/** Starts tried for a route. */
const MOST_STARTS = 5;

/** Makes a finder of starts. `limitsWork` says of each type whether its vehicles pause after work. */
export function createRouteStarts(model: Model, clock: RouteClock, limitsWork: Uint8Array): RouteStarts {
  const { types, windowAt, windowFrom, locationOf } = model;
  const shortestPause = types.map(({ vehicle }) =>
    Math.min(...vehicle.breaks.map(({ duration }) => duration)),
  );

  /** The end of the route, kept in `endedAt` where it is not within the limits. */
  let endedAt = 0;
  const keeps = (
    { type, sequence, length, seconds }: Run,
    at: number,
    times: Times,
    { endAt, late }: RunLimits,
  ) => {
    endedAt = clock.run(type, sequence, length, seconds, at, times, false);
    return endedAt >= 0 && endedAt <= endAt && clock.late <= late;
  };

  return {
    inWindow: (run, after, times, limits) => {
      const { vehicle, travel } = types[run.type]!;
      const visit = run.sequence[0]!;
      const parks = travel.traffic !== undefined && locationOf[visit] !== (vehicle.start ?? -1);
      const before = run.seconds[0]! + vehicle.departureDelay + (parks ? vehicle.parkingTime : 0);
      for (let k = windowAt[visit + 1]! - 1; k >= windowAt[visit]!; k--) {
        const at = windowFrom[k]! - before;
        if (at <= after) return -1;
        if (keeps(run, at, times, limits)) return at;
      }
      return -1;
    },
    latest: (run, { startAt, latest, delay }, times, limits) => {
      // At half the speed the end moves by half as much as the start.
      const step = types[run.type]!.travel.traffic === undefined ? 1 : 2;
      const mayPauseEarly = limitsWork[run.type] === 1 && !clock.pausesEarly;
      let at = latest;
      for (let tries = 0; tries < MOST_STARTS && at > startAt; tries++) {
        if (keeps(run, at, times, limits)) return at;
        const back = endedAt > limits.endAt ? step * (endedAt - limits.endAt) : shortestPause[run.type]!;
        if (mayPauseEarly) {
          clock.pausesEarly = true;
          if (keeps(run, at, times, limits)) return at;
          clock.pausesEarly = false;
        }
        const same = startAt + delay;
        at = at > same ? Math.max(at - back, same) : Math.min(at - back, Math.floor((at + startAt) / 2));
      }
      return startAt;
    },
  };
}
