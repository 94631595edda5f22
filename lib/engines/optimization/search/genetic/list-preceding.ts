import type { Model } from '../compile-model.ts';

/** Weights of a second of waiting and of a second of lateness relative to one of travel (Vidal et al. 2013). */
const WAITING = 0.2;
const LATE = 1;

/** For each visit its best predecessors, best first: `list[visit * width + k]`; -1 ends a short list. */
export interface Preceding {
  readonly width: number;
  readonly list: Int32Array;
}

/**
 * For each visit the `width` best direct predecessors: little travel, little waiting, and not late even if the one
 * before starts at its latest ("granular" neighbourhoods, Toth and Vigo 2003; correlation of Vidal et al., Computers &
 * Operations Research 40, 2013). Visits that are not `served` are in no list and have none.
 */
export function listPreceding(model: Model, width: number, served?: Uint8Array): Preceding {
  const { visits, points, open, close, service } = model;
  const { timeTo } = model.types[0]!.travel;
  const size = Math.max(1, Math.min(width, visits - 1));
  const list = new Int32Array(visits * size).fill(-1);
  const keys = new Float64Array(size);
  for (let v = 0; v < visits; v++) {
    if (served?.[v] === 0) continue;
    const row = v * points;
    const base = v * size;
    let count = 0;
    for (let u = 0; u < visits; u++) {
      if (u === v || served?.[u] === 0) continue;
      const seconds = timeTo[row + u]!;
      const waiting = open[v]! - (close[u]! + service[u]! + seconds);
      const late = open[u]! + service[u]! + seconds - close[v]!;
      const key = seconds + (waiting > 0 ? WAITING * waiting : 0) + (late > 0 ? LATE * late : 0);
      if (count === size && key >= keys[size - 1]!) continue;
      let at = count < size ? count++ : size - 1;
      for (; at > 0 && keys[at - 1]! > key; at--) {
        keys[at] = keys[at - 1]!;
        list[base + at] = list[base + at - 1]!;
      }
      keys[at] = key;
      list[base + at] = u;
    }
  }
  return { width: size, list };
}
