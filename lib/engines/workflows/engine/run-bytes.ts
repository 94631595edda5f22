import { type Json, measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { Work } from './work.ts';

/** Counts what a run holds from now on; false, and nothing counted, when it would hold more than it may. */
export function reserveBytes(work: Work, value: Json): boolean {
  const measure = measureJson(value, limits.outputBytes - work.bytes, limits.depth);
  if ('excess' in measure) return false;
  work.bytes += measure.bytes;
  return true;
}

/** Makes room again for what `reserveBytes` counted and the run no longer holds. */
export function releaseBytes(work: Work, value: Json): void {
  const measure = measureJson(value, limits.outputBytes, limits.depth);
  if ('bytes' in measure) work.bytes -= measure.bytes;
}
