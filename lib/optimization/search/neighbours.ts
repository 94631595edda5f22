import type { Model } from './compile-model.ts';

/** For each visit the others, nearest first: `list[visit * width + k]`. */
export interface Neighbours {
  readonly width: number;
  readonly list: Int32Array;
}

/** The `width` nearest visits of every visit by distance to and fro, over the first vehicle type's travel. */
export function listNeighbours(model: Model, width: number): Neighbours {
  const { visits, points } = model;
  const size = Math.max(0, Math.min(width, visits - 1));
  const list = new Int32Array(visits * size);
  const travel = model.types[0]?.travel;
  if (travel === undefined || size === 0) return { width: size, list };
  const { distance, distanceTo } = travel;
  const key = new Float64Array(visits);
  const kept = new Int32Array(size);
  for (let v = 0; v < visits; v++) {
    const row = v * points;
    let count = 0;
    let limit = Number.POSITIVE_INFINITY;
    for (let u = 0; u < visits; u++) {
      const length = distance[row + u]! + distanceTo[row + u]!;
      if (length >= limit || u === v) continue;
      key[u] = length;
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (key[kept[middle]!]! <= length) low = middle + 1;
        else high = middle;
      }
      if (count < size) count++;
      kept.copyWithin(low + 1, low, count - 1);
      kept[low] = u;
      if (count === size) limit = key[kept[size - 1]!]!;
    }
    list.set(kept.subarray(0, count), v * size);
  }
  return { width: size, list };
}
