/** Prices, in cents, of what loose routes break: a second turned back, a unit of load above the capacity. */
export interface Penalties {
  warp: number;
  excess: number;
}

/** Cents, penalties included, that a change of loose routes must save to be made. */
export const MIN_SAVING = 1e-3;
