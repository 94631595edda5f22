import type { Work } from '../work.ts';
import type { Model } from './compile-model.ts';
import { createLeastPicker } from './pick-least.ts';

/** For each visit the others, nearest first: `list[visit * width + k]`. */
export interface Neighbours {
  readonly width: number;
  readonly list: Int32Array;
}

/** Rows of a matrix that can be copied in the time that listing the neighbours of a visit takes. */
export const NEIGHBOUR_ROWS = 4;

/**
 * The `width` nearest visits of every visit by distance there and back, over the first vehicle type's travel. A unit of
 * the work is a row of a matrix.
 */
export function* listNeighbours(model: Model, width: number): Work<Neighbours> {
  const { visits } = model;
  const size = Math.max(0, Math.min(width, visits - 1));
  const list = new Int32Array(visits * size);
  if (model.types.length === 0 || size === 0) return { width: size, list };
  const picker = createLeastPicker(size, visits);
  for (let v = 0; v < visits; v++) {
    picker.pick(fillKeys(model, v, picker.keys), list, v * size);
    yield NEIGHBOUR_ROWS;
  }
  return { width: size, list };
}

function fillKeys({ visits, points, types }: Model, v: number, keys: Float64Array): number {
  const { distance, distanceTo } = types[0]!.travel;
  const row = v * points;
  let count = 0;
  for (let u = 0; u < visits; u++)
    if (u !== v) keys[count++] = (distance[row + u]! + distanceTo[row + u]!) * visits + u;
  return count;
}
