/** One number in this many is examined to guess the threshold of the smallest. */
const SAMPLED = 16;
/** Standard deviations by which the guess takes more than needed: it takes too few about once in a hundred times. */
const SPARE = 2.5;

/** Picks the ids of the smallest of many numbers. */
export interface LeastPicker {
  /** To be filled by the caller with `number * ids + id`: such keys sort without a function call per comparison. */
  readonly keys: Float64Array;
  /** Writes the ids of the smallest of the first `count` keys to a list, smallest first, and returns their number. */
  pick(count: number, into: Int32Array, at: number): number;
}

/** Prepares picking the `most` smallest of non-negative integers, under different ids below `ids`. */
export function createLeastPicker(most: number, ids: number): LeastPicker {
  const keys = new Float64Array(ids);
  const kept = new Float64Array(ids);
  const sample = new Float64Array(Math.ceil(ids / SAMPLED));
  const expected = most / SAMPLED;
  const firstRank = Math.ceil(expected + SPARE * Math.sqrt(expected));

  const sortSample = (count: number): Float64Array => {
    let sampled = 0;
    for (let i = 0; i < count; i += SAMPLED) sample[sampled++] = keys[i]!;
    return sample.subarray(0, sampled).sort();
  };
  const keepUpTo = (limit: number, count: number): number => {
    let length = 0;
    for (let i = 0; i < count; i++) {
      const key = keys[i]!;
      if (key <= limit) kept[length++] = key;
    }
    return length;
  };
  return {
    keys,
    pick: (count, into, at) => {
      const sorted = sortSample(count);
      const found = Math.min(most, count);
      let length = 0;
      for (let rank = firstRank; length < found; rank *= 2)
        length = keepUpTo(sorted[rank] ?? Number.POSITIVE_INFINITY, count);
      kept.subarray(0, length).sort();
      for (let k = 0; k < found; k++) into[at + k] = kept[k]! - Math.floor(kept[k]! / ids) * ids;
      return found;
    },
  };
}
