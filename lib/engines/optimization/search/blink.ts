import type { Random } from './random.ts';

/** Probability of overlooking a place. */
const CHANCE = 0.01;

/**
 * Whether the place at hand is to be overlooked ("blink", Christiaens and Vanden Berghe 2020): true once in a hundred
 * calls on average. The distance to the next one is drawn ahead, so that most calls cost no random number.
 */
export type Blink = () => boolean;

export function createBlink(random: Random): Blink {
  const distance = (): number => 1 + Math.floor(Math.log(1 - random.unit()) / Math.log(1 - CHANCE));
  let left = distance();
  return () => {
    if (--left > 0) return false;
    left = distance();
    return true;
  };
}
