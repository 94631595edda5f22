import type { Sequences } from './raise-children.ts';

/**
 * Visits up to which plans scattered at random become as good as any within some thousand children, and how many are made:
 * beside the first plans, and for a population of their own.
 */
const FEW_VISITS = 150;
const SCATTERED_BESIDE = 12;
const SCATTERED_ALONE = 60;

/** Plans that one population after another begins with; it is given those that the one before ended with. */
export type Beginnings = Generator<readonly Sequences[], never, readonly Sequences[]>;

/**
 * What populations begin with that serve so many visits. The first plans may all be alike: those of r211, with 25 visits on
 * each of four routes, are 0.7 % above the best known, and so was nearly all that was bred from them. Where visits are
 * few, every second population is therefore of scattered plans only, and the next one begins with its plans and those of the
 * one before; otherwise each goes on with the plans of the one before.
 */
export function beginPopulations(
  visits: number,
  first: readonly Sequences[],
  scatter: (count: number) => readonly Sequences[],
): Beginnings {
  return visits <= FEW_VISITS ? mixing(first, scatter) : goingOn(first);
}

function* mixing(first: readonly Sequences[], scatter: (count: number) => readonly Sequences[]): Beginnings {
  let parents = [...first, ...scatter(SCATTERED_BESIDE)];
  for (;;) {
    const settled = yield parents;
    const others = yield scatter(SCATTERED_ALONE);
    parents = [...settled, ...others];
  }
}

function* goingOn(first: readonly Sequences[]): Beginnings {
  for (let parents = first; ; ) {
    const kept = yield parents;
    if (kept.length > 0) parents = kept;
  }
}
