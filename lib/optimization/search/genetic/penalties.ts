/** Prices, in cents, of what loose routes break: a second turned back, a unit of load above the capacity. */
export interface Penalties {
  warp: number;
  excess: number;
}
