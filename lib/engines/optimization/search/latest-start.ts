import type { Model } from './compile-model.ts';
import type { Run, Times } from './route-clock.ts';
import { latestDeparture } from './travel-time.ts';
import { createVisitWindows } from './visit-windows.ts';

/**
 * Latest start with which a run ends no later and is nowhere later than the one that filled in these times, with the
 * same pauses or with none, whatever the windows of pauses are. A later start never arrives earlier, so it is found
 * from the end backwards.
 */
export type LatestStart = (run: Run, times: Times, withPauses: boolean) => number;

/** Creates a finder of latest starts. */
export function createLatestStart(model: Model): LatestStart {
  const { types, close, service, locationOf } = model;
  const { latestBegin } = createVisitWindows(model);
  return ({ type, sequence, length, seconds }, { begin, done, breaks }, withPauses) => {
    const { vehicle, travel } = types[type]!;
    const { traffic } = travel;
    let pausesLeft = withPauses ? breaks.length : 0;
    let by = done[length]!;
    const pause = (place: number, beforeTravel: number): void => {
      while (pausesLeft > 0 && breaks[pausesLeft - 2] === place && breaks[pausesLeft - 1] === beforeTravel) {
        by -= vehicle.breaks[breaks[pausesLeft - 4]!]!.duration;
        pausesLeft -= 4;
      }
    };
    for (let i = length; i >= 0; i--) {
      if (i < length) {
        const visit = sequence[i]!;
        // A late service starts when it did before.
        by = begin[i]! > close[visit]! ? begin[i]! : latestBegin(visit, by - service[visit]!);
        if (pausesLeft > 0) pause(i, 0);
      }
      if (traffic === undefined) {
        by -= seconds[i]!;
      } else {
        const before = i === 0 ? (vehicle.start ?? -1) : locationOf[sequence[i - 1]!]!;
        const parked = i === length || locationOf[sequence[i]!] === before ? 0 : vehicle.parkingTime;
        by = latestDeparture(seconds[i]!, by - parked, traffic);
      }
      if (pausesLeft > 0) pause(i, 1);
    }
    return by - vehicle.departureDelay;
  };
}
