import type { Model } from './compile-model.ts';

/** For each visit those that may come directly before or after it, nearest first; -1 ends a short list. */
export interface ArcNeighbours {
  readonly width: number;
  readonly before: Int32Array;
  readonly after: Int32Array;
}

/**
 * The `width` nearest visits of every visit from which, and to which, a vehicle of the first type can go directly
 * within the windows of both ("granular" neighbourhoods, Toth and Vigo 2003).
 */
export function listArcNeighbours(model: Model, width: number): ArcNeighbours {
  const { visits, points, open, close, service } = model;
  const size = Math.max(1, Math.min(width, visits - 1));
  const before = new Int32Array(visits * size).fill(-1);
  const after = new Int32Array(visits * size).fill(-1);
  const travel = model.types[0]?.travel;
  if (travel === undefined) return { width: size, before, after };
  const { time, distance } = travel;
  const kept = new Int32Array(size);
  const keys = new Float64Array(size);
  for (let v = 0; v < visits; v++)
    for (const list of [before, after]) {
      let count = 0;
      for (let u = 0; u < visits; u++) {
        if (u === v) continue;
        const from = list === before ? u : v;
        const to = list === before ? v : u;
        const length = distance[from * points + to]!;
        if (count === size && length >= keys[size - 1]!) continue;
        if (open[from]! + service[from]! + time[from * points + to]! > close[to]!) continue;
        let at = count < size ? count++ : size - 1;
        while (at > 0 && keys[at - 1]! > length) {
          keys[at] = keys[at - 1]!;
          kept[at] = kept[at - 1]!;
          at--;
        }
        keys[at] = length;
        kept[at] = u;
      }
      list.set(kept.subarray(0, count), v * size);
    }
  return { width: size, before, after };
}
