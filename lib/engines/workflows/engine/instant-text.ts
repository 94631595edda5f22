import { toInstant } from '../../../platform/core/clock.ts';

let last = 0;
let lastText = toInstant(0);

/** `toInstant`, remembering the last answer: a run starts and ends within one instant of its caller's clock. */
export function instantText(epochMs: number): string {
  if (epochMs !== last) {
    lastText = toInstant(epochMs);
    last = epochMs;
  }
  return lastText;
}
