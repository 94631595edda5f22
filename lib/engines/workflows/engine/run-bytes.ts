import { type Json, measureJson } from '../json.ts';
import { limits } from '../limits.ts';
import type { Work } from './work.ts';

/** Counts the bytes that a run gains; false, with nothing counted, when it would exceed its limit. */
export function reserveBytes(work: Work, value: Json): boolean {
  const measure = measureJson(value, limits.outputBytes - work.bytes, limits.depth);
  if ('excess' in measure) return false;
  work.bytes += measure.bytes;
  return true;
}

/** Releases bytes that `reserveBytes` counted and the run no longer contains. */
export function releaseBytes(work: Work, value: Json): void {
  const measure = measureJson(value, limits.outputBytes, limits.depth);
  if ('bytes' in measure) work.bytes -= measure.bytes;
}
