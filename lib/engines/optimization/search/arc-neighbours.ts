import type { Work } from '../work.ts';
import type { Model } from './compile-model.ts';
import type { Neighbours } from './neighbours.ts';
import { createLeastPicker } from './pick-least.ts';

/** For each visit, the visits that may come directly before or after it, nearest first; -1 ends a short list. */
export interface ArcNeighbours {
  readonly width: number;
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/**
 * The `width` nearest visits of every visit from which, and to which, a vehicle of the first type can go directly
 * within the windows of both ("granular" neighbourhoods, Toth and Vigo 2003). Where distances are symmetric, most of
 * them are among the neighbours, in the same order. A unit of the work is a visit.
 */
export function* listArcNeighbours(model: Model, neighbours: Neighbours, width: number): Work<ArcNeighbours> {
  const { visits, points, open, close, service } = model;
  const size = Math.max(1, Math.min(width, visits - 1));
  const before = new Int32Array(visits * size).fill(-1);
  const after = new Int32Array(visits * size).fill(-1);
  const travel = model.types[0]?.travel;
  if (travel === undefined) return { width: size, before, after };
  const { distance, distanceTo, time, timeTo } = travel;
  const { list, width: near } = neighbours;
  const picker = createLeastPicker(size, visits);

  const follows = (u: number, v: number, seconds: number): boolean =>
    open[u]! + service[u]! + seconds <= close[v]!;
  const mayPrecede = (v: number, u: number): boolean => follows(u, v, timeTo[v * points + u]!);
  const mayFollow = (v: number, u: number): boolean => follows(v, u, time[v * points + u]!);

  const listNearest = (
    v: number,
    metres: Int32Array,
    mayJoin: (v: number, u: number) => boolean,
    into: Int32Array,
  ): void => {
    const at = v * size;
    let found = 0;
    if (distance === distanceTo)
      for (let k = 0; k < near && found < size; k++) {
        const u = list[v * near + k]!;
        if (mayJoin(v, u)) into[at + found++] = u;
      }
    if (found === size) return;
    let count = 0;
    for (let u = 0; u < visits; u++)
      if (u !== v && mayJoin(v, u)) picker.keys[count++] = metres[v * points + u]! * visits + u;
    picker.pick(count, into, at);
  };

  for (let v = 0; v < visits; v++) {
    listNearest(v, distanceTo, mayPrecede, before);
    listNearest(v, distance, mayFollow, after);
    yield 1;
  }
  return { width: size, before, after };
}
