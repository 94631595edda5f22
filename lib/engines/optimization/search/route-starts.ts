import type { Model } from './compile-model.ts';
import type { RouteClock, Run, Times } from './route-clock.ts';

/** Latest end of a route, and the largest total lateness of services in seconds. */
export interface RunLimits {
  readonly endAt: number;
  readonly late: number;
}

export const NO_LIMITS: RunLimits = { endAt: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY };

/** Looks for starts of routes with pauses, which may move with the start or not be due at all. */
export interface RouteStarts {
  /**
   * Whether a route may need fewer pauses with a later start than that of the run which filled in these times, without
   * ending later.
   */
  mayDropPauses(run: Run, times: Times): boolean;
  /**
   * Runs a route from a start that reaches a window of its first visit in time: the latest one after `after` within the
   * limits. Returns that start; -1 where there is none.
   */
  inWindow(run: Run, after: number, times: Times, limits: RunLimits): number;
  /**
   * Runs a route from the latest start within the limits that is found. The start moves from `latest` towards `same` by
   * the lateness of the end. Pauses after work are taken early where that helps, and remain so. Returns `startAt` where
   * none is found.
   */
  latest(
    run: Run,
    from: { readonly startAt: number; readonly same: number; readonly latest: number },
    times: Times,
    limits: RunLimits,
  ): number;
}

/** Starts tried for a route. */
const MAX_STARTS = 5;

/** Creates a finder of starts. */
export function createRouteStarts(model: Model, clock: RouteClock): RouteStarts {
  const { types, windowAt, windowFrom, locationOf, close, service } = model;
  const shortestPause = types.map(({ vehicle }) =>
    Math.min(...vehicle.breaks.map(({ duration }) => duration)),
  );

  const limitsWork = types.map(({ vehicle }) => vehicle.breaks.some((entry) => entry.kind === 'after-work'));
  /** Highest speed of a type, in percent of the table's speed. */
  const fastest = types.map(({ travel }) => Math.max(100, ...(travel.traffic?.percent ?? [])));

  /** The end of the route, stored in `endedAt` where it is not within the limits. */
  let endedAt = 0;
  const keeps = (run: Run, at: number, times: Times, { endAt, late }: RunLimits): boolean => {
    endedAt = clock.run(run, at, times, false);
    return endedAt >= 0 && endedAt <= endAt && clock.late <= late;
  };

  return {
    mayDropPauses: ({ type, sequence, length, seconds }, { done, breaks }) => {
      if (breaks.length === 0) return false;
      const { vehicle } = types[type]!;
      const endAt = done[length]!;
      let ways = 0;
      let stays = vehicle.departureDelay;
      for (let i = 0; i < length; i++) {
        ways += seconds[i]!;
        stays += service[sequence[i]!]!;
      }
      const work = stays + Math.floor(((ways + seconds[length]!) * 100) / fastest[type]!);
      const latest = Math.min(endAt - work, close[sequence[0]!]!);
      for (let k = 0; k < breaks.length; k += 4) {
        const entry = vehicle.breaks[breaks[k]!]!;
        const isDue =
          entry.kind === 'window'
            ? entry.window.to >= latest && entry.window.to < endAt
            : vehicle.breaks.length === 1 && (k / 4 + 1) * entry.after < work;
        if (!isDue) return true;
      }
      return false;
    },
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
    latest: (run, { startAt, same, latest }, times, limits) => {
      // At half the speed, the end moves by half as much as the start.
      const step = types[run.type]!.travel.traffic === undefined ? 1 : 2;
      let at = latest;
      for (let tries = 0; tries < MAX_STARTS && at > startAt; tries++) {
        if (keeps(run, at, times, limits)) return at;
        const back = endedAt > limits.endAt ? step * (endedAt - limits.endAt) : shortestPause[run.type]!;
        if (tries === 0 && limitsWork[run.type]! && !clock.pauses.early) {
          clock.pauses.early = true;
          if (keeps(run, at, times, limits)) return at;
          clock.pauses.early = false;
        }
        at = at > same ? Math.max(at - back, same) : Math.min(at - back, Math.floor((at + startAt) / 2));
      }
      return startAt;
    },
  };
}
