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
  const kept = new Int32Array(size);
  const keys = new Float64Array(size);
  const nearest = (v: number, distance: Int32Array, mayJoin: (u: number) => boolean): Int32Array => {
    const row = v * points;
    let count = 0;
    for (let u = 0; u < visits; u++) {
      const length = distance[row + u]!;
      if (u === v || (count === size && length >= keys[size - 1]!) || !mayJoin(u)) continue;
      let at = count < size ? count++ : size - 1;
      for (; at > 0 && keys[at - 1]! > length; at--) {
        keys[at] = keys[at - 1]!;
        kept[at] = kept[at - 1]!;
      }
      keys[at] = length;
      kept[at] = u;
    }
    return kept.subarray(0, count);
  };
  const { distance, distanceTo, time, timeTo } = travel;
  for (let v = 0; v < visits; v++) {
    const row = v * points;
    const ready = open[v]! + service[v]!;
    before.set(
      nearest(v, distanceTo, (u) => open[u]! + service[u]! + timeTo[row + u]! <= close[v]!),
      v * size,
    );
    after.set(
      nearest(v, distance, (u) => ready + time[row + u]! <= close[u]!),
      v * size,
    );
  }
  return { width: size, before, after };
}
