import type { Random } from '../random.ts';

/** Puts a list into random order (Fisher and Yates). */
export function shuffle(list: Int32Array, random: Random): void {
  for (let i = list.length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const kept = list[i]!;
    list[i] = list[j]!;
    list[j] = kept;
  }
}
