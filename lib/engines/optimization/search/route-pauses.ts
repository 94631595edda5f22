import type { Model } from './compile-model.ts';
import { createPauseBook, PAUSE_STATE } from './pause-book.ts';
import type { VisitWindows } from './visit-windows.ts';

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

/** Schedules the pauses of routes: as late as allowed, but in a window as soon as they fit into waiting time. */
export function createRoutePauses(model: Model, windows: VisitWindows): RoutePauses {
  const { types, service } = model;
  const orders = orderBreaks(model);
  const { state, lastPause, pauseTaken, begin, takePause, takeInWindow } = createPauseBook(model);

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

/** For each type its pauses in the order in which they are due, however they are listed. */
function orderBreaks({ types }: Model): Uint16Array[] {
  return types.map(({ vehicle }) => {
    const dueBy = (b: number): number => {
      const entry = vehicle.breaks[b]!;
      return entry.kind === 'window' ? entry.window.to : Number.POSITIVE_INFINITY;
    };
    const indices = Array.from(vehicle.breaks.keys());
    return Uint16Array.from(
      indices.sort((a, b) => (dueBy(a) < dueBy(b) ? -1 : dueBy(a) > dueBy(b) ? 1 : a - b)),
    );
  });
}
