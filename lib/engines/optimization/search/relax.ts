/** Rules that can be relaxed, as bits: their violation is then measured and priced instead of refused. */
export const RELAX = Object.freeze({
  none: 0,
  capacity: 1,
  /** Windows of every visit but a pair's pickup or a pickup. */
  windows: 2,
  pickupWindows: 4,
  shift: 8,
  distance: 16,
  duration: 32,
  exclusion: 64,
  stops: 128,
  orders: 256,
  sequence: 512,
});
