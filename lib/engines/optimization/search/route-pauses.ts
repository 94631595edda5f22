import type { BreakInput } from '../problem.ts';
import type { Model } from './compile-model.ts';
import type { VisitWindows } from './visit-windows.ts';

type WindowBreak = Extract<BreakInput, { readonly kind: 'window' }>;

/** What pauses change: seconds waited so far, room at the present place, and the time until which no pause is due. */
export const PAUSE_STATE = Object.freeze({ waited: 0, room: 1, unbroken: 2 });

/** The pauses of one route after the other. Times are seconds of the problem's clock. */
export interface RoutePauses {
  /**
   * Whether pauses are taken on arrival before they are due: after work where they fit into waiting time, in a window
   * also where the service then begins later.
   */
  early: boolean;
  /** See `PAUSE_STATE`. An array, because numbers that closures share and change are slow otherwise. */
  readonly state: Float64Array;
  /** Starts a route; its pauses are written `into` a list as in `Times.breaks`. */
  begin(type: number, startAt: number, into: number[]): void;
  /**
   * Time after all pauses that are due at a time when the next chance comes `next` seconds later; -1 if one is missed.
   */
  beforeTravel(type: number, startedAt: number, next: number, place: number): number;
  /** The same on arrival, where waiting for a window may leave room. Returns the time the vehicle is ready. */
  onArrival(type: number, arrived: number, visit: number, place: number): number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Schedules the pauses of routes: as late as allowed, but in a window as soon as they fit into waiting time. */
export function createRoutePauses({ types, service }: Model, windows: VisitWindows): RoutePauses {
  const mostBreaks = Math.max(0, ...types.map(({ vehicle }) => vehicle.breaks.length));
  const lastPause = new Float64Array(mostBreaks);
  const pauseTaken = new Uint8Array(mostBreaks);
  /** For each type its pauses in the order in which they are due, however they are listed. */
  const orders = types.map(({ vehicle }) => {
    const dueBy = (b: number): number => {
      const entry = vehicle.breaks[b]!;
      return entry.kind === 'window' ? entry.window.to : NEVER;
    };
    const indices = Array.from(vehicle.breaks.keys());
    return Uint16Array.from(
      indices.sort((a, b) => (dueBy(a) < dueBy(b) ? -1 : dueBy(a) > dueBy(b) ? 1 : a - b)),
    );
  });
  const state = new Float64Array(3);
  let taken: number[] = [];

  const begin: RoutePauses['begin'] = (type, startAt, into) => {
    taken = into;
    taken.length = 0;
    const { breaks } = types[type]!.vehicle;
    for (let b = 0; b < breaks.length; b++) {
      const entry = breaks[b]!;
      lastPause[b] = startAt;
      pauseTaken[b] = entry.kind === 'window' && entry.window.to < startAt ? 1 : 0;
    }
    lookAhead(type);
  };

  const lookAhead = (type: number): void => {
    const { breaks } = types[type]!.vehicle;
    let unbroken = NEVER;
    for (let b = 0; b < breaks.length; b++) {
      const entry = breaks[b]!;
      if (entry.kind === 'after-work') unbroken = Math.min(unbroken, lastPause[b]! + entry.after);
      else if (pauseTaken[b] === 0) unbroken = Math.min(unbroken, entry.window.to);
    }
    state[PAUSE_STATE.unbroken] = unbroken;
  };

  const beforeTravel: RoutePauses['beforeTravel'] = (type, startedAt, next, place) => {
    const { breaks } = types[type]!.vehicle;
    const order = orders[type]!;
    let t = startedAt;
    let again = true;
    while (again) {
      again = false;
      for (let n = 0; n < order.length; n++) {
        const b = order[n]!;
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1 || t + next <= entry.window.to) continue;
          if (t > entry.window.to) return -1;
          const start = Math.max(t, entry.window.from);
          t = takeInWindow(type, b, entry, t, start, place, true);
        } else {
          if (t + next - lastPause[b]! <= entry.after) continue;
          if (t - lastPause[b]! > entry.after || next > entry.after) return -1;
          t = takePause(type, b, t, place, true);
        }
        if (t < 0) return -1;
        again = true;
      }
    }
    return t;
  };

  /** Waits some seconds, although the service could start later still. */
  const waitUntil = (seconds: number, later: number): void => {
    state[PAUSE_STATE.waited]! += seconds;
    state[PAUSE_STATE.room] = Math.min(state[PAUSE_STATE.room]!, state[PAUSE_STATE.waited]! + later);
  };

  /** End of the pause; -1 where it comes too late for a stretch of work that it must end. */
  const takePause = (
    type: number,
    b: number,
    start: number,
    place: number,
    isBeforeTravel: boolean,
  ): number => {
    const { breaks } = types[type]!.vehicle;
    const { duration } = breaks[b]!;
    const end = start + duration;
    pauseTaken[b] = 1;
    for (let a = 0; a < breaks.length; a++) {
      const other = breaks[a]!;
      if (other.kind !== 'after-work' || other.duration > duration) continue;
      if (start - lastPause[a]! > other.after) return -1;
      lastPause[a] = end;
    }
    taken.push(b, start, place, isBeforeTravel ? 1 : 0);
    lookAhead(type);
    return end;
  };

  /**
   * Takes a pause in its window, or first one after work, as late as allowed, where the stretch would be over before
   * the window. Returns the end of the pause.
   */
  const takeInWindow = (
    type: number,
    b: number,
    { window, duration }: WindowBreak,
    t: number,
    start: number,
    place: number,
    isBeforeTravel: boolean,
  ): number => {
    const { breaks } = types[type]!.vehicle;
    for (let a = 0; a < breaks.length; a++) {
      const entry = breaks[a]!;
      if (entry.kind !== 'after-work') continue;
      const due = lastPause[a]! + entry.after;
      const over = entry.duration > duration ? start + duration : start;
      if (over <= due || t > due) continue;
      const at = Math.max(t, Math.min(due, start - entry.duration));
      waitUntil(at - t, 0);
      return takePause(type, a, at, place, isBeforeTravel);
    }
    waitUntil(start - t, window.to - start);
    return takePause(type, b, start, place, isBeforeTravel);
  };

  const onArrival: RoutePauses['onArrival'] = (type, arrived, visit, place) => {
    const { breaks } = types[type]!.vehicle;
    const order = orders[type]!;
    let t = arrived;
    let again = true;
    while (again) {
      again = false;
      const serviceAt = windows.begin(visit, t);
      const end = serviceAt + service[visit]!;
      for (let n = 0; n < order.length; n++) {
        const b = order[n]!;
        const entry = breaks[b]!;
        if (entry.kind === 'window') {
          if (pauseTaken[b] === 1) continue;
          const start = Math.max(t, entry.window.from);
          const by = pauses.early ? windows.end(visit, serviceAt) : serviceAt;
          const free = start <= entry.window.to && start + entry.duration <= by;
          if (!free && end <= entry.window.to) continue;
          if (start > entry.window.to) return -1;
          t = takeInWindow(type, b, entry, t, start, place, false);
        } else {
          const limit = lastPause[b]! + entry.after;
          const early = pauses.early && Math.max(t, lastPause[b]! + 1) + entry.duration <= serviceAt;
          if (end <= limit && !early) continue;
          if (t > limit || service[visit]! > entry.after) return -1;
          const start = Math.max(t, Math.min(serviceAt - entry.duration, limit));
          state[PAUSE_STATE.waited]! += start - t;
          t = takePause(type, b, start, place, false);
        }
        if (t < 0) return -1;
        again = true;
        break;
      }
    }
    return t;
  };

  const pauses: RoutePauses = { early: false, state, begin, beforeTravel, onArrival };
  return pauses;
}
