import type { Sequences } from './raise-children.ts';

/**
 * Number of visits up to which randomly scattered plans become as good as others within some thousand children, and how
 * many of them are created: in addition to the first plans, and for a separate population.
 */
const FEW_VISITS = 150;
const SCATTERED_BESIDE = 12;
const SCATTERED_ALONE = 60;

/** First plans of each population; receives the last plans of the previous one. */
export type Beginnings = Generator<readonly Sequences[], never, readonly Sequences[]>;

/**
 * The first plans of populations for this number of visits. They may all be alike: those of r211, with 25 visits on
 * each of four routes, are 0.7 % above the best known, and so were nearly all their descendants. With few visits, every
 * second population therefore consists of scattered plans only, and the next one starts with its plans and those of the
 * one before. Otherwise each population continues with the plans of the one before.
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
