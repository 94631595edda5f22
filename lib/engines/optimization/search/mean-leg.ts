import type { Model } from './compile-model.ts';
import type { Neighbours } from './neighbours.ts';

/** The mean way from a visit to one of its nearest, each at least 1: the scale of a move. */
export interface MeanLeg {
  readonly cents: number;
  readonly seconds: number;
}

/** Near visits and most vehicle types that define the scale, and seconds beyond which a leg is ignored. */
const NEAREST = 8;
const MAX_TYPES = 16;
const LONGEST_LEG = 1_000_000;

/** The mean leg of the types of vehicles, or of some of many; both numbers are 1 where there is none. */
export function meanLeg({ model, neighbours }: { model: Model; neighbours: Neighbours }): MeanLeg {
  const { visits, points, types } = model;
  const { list, width } = neighbours;
  const near = Math.min(width, NEAREST);
  let cents = 0;
  let seconds = 0;
  let count = 0;
  const step = Math.ceil(types.length / MAX_TYPES);
  for (let t = 0; t < types.length; t += step) {
    const { travel, centsPerMetre, centsPerSecond } = types[t]!;
    for (let a = 0; a < visits; a++)
      for (let k = 0; k < near; k++) {
        const arc = a * points + list[a * width + k]!;
        if (travel.time[arc]! > LONGEST_LEG) continue;
        cents += travel.distance[arc]! * centsPerMetre + travel.time[arc]! * centsPerSecond;
        seconds += travel.time[arc]!;
        count++;
      }
  }
  const legs = Math.max(1, count);
  return { cents: Math.max(1, cents / legs), seconds: Math.max(1, seconds / legs) };
}
