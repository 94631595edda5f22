import type { BreakInput } from '../problem.ts';
import type { Model } from './compile-model.ts';

type WindowBreak = Extract<BreakInput, { readonly kind: 'window' }>;

/** What pauses change: seconds waited so far, room at the present place, and the time until which no pause is due. */
export const PAUSE_STATE = Object.freeze({ waited: 0, room: 1, unbroken: 2 });

const NEVER = Number.POSITIVE_INFINITY;

/** Which pauses of a route were taken and when. Times are seconds of the problem's clock. */
export interface PauseBook {
  /** See `PAUSE_STATE`. An array, because numbers that closures share and change are slow otherwise. */
  readonly state: Float64Array;
  /** For each pause of the present type: end of the latest one that counts for it, and 1 where it was taken. */
  readonly lastPause: Float64Array;
  readonly pauseTaken: Uint8Array;
  /** Starts a route; its pauses are written `into` a list as in `Times.breaks`. */
  begin(type: number, startAt: number, into: number[]): void;
  /** End of the pause; -1 where it comes too late for a stretch of work that it must end. */
  takePause(type: number, b: number, start: number, place: number, isBeforeTravel: boolean): number;
  /**
   * Takes a pause in its window, or first one after work, as late as allowed, where the stretch would be over before
   * the window. Returns the end of the pause.
   */
  takeInWindow(
    type: number,
    b: number,
    entry: WindowBreak,
    t: number,
    start: number,
    place: number,
    isBeforeTravel: boolean,
  ): number;
}

/** Prepares a book for routes of any type, one after the other. */
export function createPauseBook({ types }: Model): PauseBook {
  const mostBreaks = Math.max(0, ...types.map(({ vehicle }) => vehicle.breaks.length));
  const lastPause = new Float64Array(mostBreaks);
  const pauseTaken = new Uint8Array(mostBreaks);
  const state = new Float64Array(3);
  let taken: number[] = [];

  const begin: PauseBook['begin'] = (type, startAt, into) => {
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

  /** Waits some seconds, although the service could start later still. */
  const waitUntil = (seconds: number, later: number): void => {
    state[PAUSE_STATE.waited]! += seconds;
    state[PAUSE_STATE.room] = Math.min(state[PAUSE_STATE.room]!, state[PAUSE_STATE.waited]! + later);
  };

  const takePause: PauseBook['takePause'] = (type, b, start, place, isBeforeTravel) => {
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

  const takeInWindow: PauseBook['takeInWindow'] = (
    type,
    b,
    { window, duration },
    t,
    start,
    place,
    isBeforeTravel,
  ) => {
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

  return { state, lastPause, pauseTaken, begin, takePause, takeInWindow };
}
