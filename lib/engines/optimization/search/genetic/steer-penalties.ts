import type { Model } from '../compile-model.ts';
import type { MeanLeg } from '../mean-leg.ts';
import type { Individual } from './individual.ts';
import { loadLimits, totalOf } from './load-limits.ts';
import type { Penalties } from './penalties.ts';

/** First prices: a second of lateness in seconds of travel, a mean excess load in legs between near visits. */
const FIRST_WARP = 6;
const FIRST_EXCESS = 3;
/**
 * Children after which prices are recalculated, the share of them that should keep the rules of a kind, and the
 * factors.
 */
const REVIEWED = 50;
const MIN_KEPT = 0.38;
const MAX_KEPT = 0.48;
const DEARER = 1.34;
const CHEAPER = 0.8;
/** How much more expensive breaking rules is while a child is repaired. */
const MENDING = 12;

/** Prices of broken rules that adapt to what the children break. */
export interface Steering {
  readonly penalties: Penalties;
  /** Counts a child. Returns whether the prices were recalculated. */
  note(child: Individual): boolean;
  /** Does some work while breaking rules is much more expensive. */
  whileDear<Result>(work: () => Promise<Result>): Promise<Result>;
}

/**
 * Prices under which about four in ten children break no rule of a kind (Vidal et al., Operations Research 60, 2012). `leg`
 * is the scale of the first ones.
 */
export function steerPenalties(model: Model, leg: MeanLeg): Steering {
  const load = totalOf(loadLimits(model)[0]!);
  const penalties: Penalties = {
    warp: (FIRST_WARP * leg.cents) / leg.seconds,
    excess: (FIRST_EXCESS * leg.cents) / Math.max(1, load / model.visits),
  };
  const review = { children: 0, inCapacity: 0, inTime: 0 };
  return {
    penalties,
    note: (child) => {
      if (child.excess === 0) review.inCapacity++;
      if (child.warp === 0) review.inTime++;
      if (++review.children < REVIEWED) return false;
      penalties.excess *= correction(review.inCapacity);
      penalties.warp *= correction(review.inTime);
      Object.assign(review, { children: 0, inCapacity: 0, inTime: 0 });
      return true;
    },
    whileDear: async (work) => {
      const { warp, excess } = penalties;
      Object.assign(penalties, { warp: warp * MENDING, excess: excess * MENDING });
      const result = await work();
      Object.assign(penalties, { warp, excess });
      return result;
    },
  };
}

/** Factor for the price of a rule that this many of the reviewed children kept. */
function correction(kept: number): number {
  const share = kept / REVIEWED;
  return share < MIN_KEPT ? DEARER : share > MAX_KEPT ? CHEAPER : 1;
}
