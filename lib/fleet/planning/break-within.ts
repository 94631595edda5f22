import type { BreakInput } from '../../engines/optimization/index.ts';

/** A break between an earliest start and a latest end; the solver's window is that of its start. */
export function breakWithin(from: number, to: number, duration: number): BreakInput {
  return { kind: 'window', window: { from, to: Math.max(from, to - duration) }, duration };
}
