import type { Problem } from '../problem.ts';
import { createLeastPicker } from '../search/pick-least.ts';

/** For each job, or another place, the jobs nearest to it: `list[row * width + k]`. */
export interface NearJobs {
  readonly width: number;
  readonly list: Int32Array;
}

/**
 * The jobs nearest to each of these locations by travel there and back, as the search lists neighbours. The place of a
 * job is where its goods are delivered. `self[row]` is a job to leave out of its own row; -1: none.
 */
export function listNearJobs(
  { jobs, vehicles, travel, locationCount }: Problem,
  rows: readonly { readonly location: number; readonly self: number }[],
  most: number,
): NearJobs {
  const table = travel[vehicles[0]?.profile ?? 'car'];
  const width = Math.max(0, Math.min(most, jobs.length - 1));
  const list = new Int32Array(rows.length * width);
  if (!table || width === 0) return { width: 0, list };
  const { durations } = table;
  const at = jobs.map(({ stop }) => stop.location);
  const picker = createLeastPicker(width, jobs.length);
  for (const [index, { location, self }] of rows.entries()) {
    let count = 0;
    for (let job = 0; job < at.length; job += 1) {
      if (job === self) continue;
      const there = durations[location * locationCount + at[job]!]!;
      const back = durations[at[job]! * locationCount + location]!;
      picker.keys[count] = (there + back) * at.length + job;
      count += 1;
    }
    picker.pick(count, list, index * width);
  }
  return { width, list };
}
