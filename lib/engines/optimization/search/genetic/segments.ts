import type { LooseRoutes } from './loose-routes.ts';

/** Longest segment that is moved or exchanged as one; code that moves one knows its two visits by name. */
export const LONGEST = 2;

/** Segments of one or two visits; the second one is ignored where there is only one. */
export interface Segments {
  /** Puts a segment that is on no route after a place, in the order given. */
  place(n: number, a: number, b: number, after: number): void;
  take(n: number, a: number, b: number): void;
}

/** Segments of the present loose routes; routes are not brought up to date. */
export function createSegments({ link, unlink }: LooseRoutes): Segments {
  return {
    place: (n, a, b, after) => {
      link(a, after);
      if (n > 1) link(b, a);
    },
    take: (n, a, b) => {
      unlink(a);
      if (n > 1) unlink(b);
    },
  };
}
