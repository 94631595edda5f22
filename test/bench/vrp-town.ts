import type { Coordinates } from '../../lib/engines/optimization/index.ts';

/** Random numbers and places of a generated day, the same every time. */
export interface Town {
  /** A number from 0 up to 1. */
  random(): number;
  /** A whole number, both limits included. */
  between(low: number, high: number): number;
  /** A place: half of them are around eight centres, half anywhere in an area of about 25 km across. */
  place(): Coordinates;
}

export function createTown(seed: number): Town {
  const random = numbers(seed);
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1));
  const spread = () => random() + random() + random() - 1.5;
  const centres = Array.from({ length: 8 }, () => ({
    lat: 52.42 + random() * 0.2,
    lng: 13.23 + random() * 0.34,
  }));
  const place = (): Coordinates => {
    if (random() < 0.5) return { lat: 52.4 + random() * 0.22, lng: 13.2 + random() * 0.38 };
    const centre = centres[between(0, 7)]!;
    return { lat: centre.lat + spread() * 0.012, lng: centre.lng + spread() * 0.02 };
  };
  return { random, between, place };
}

/** The same pseudo-random numbers every time: a linear congruential generator (Numerical Recipes' constants). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
