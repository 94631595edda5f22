import type { Caller } from '../core/caller.ts';
import type { Origin } from '../core/origin.ts';

/** Who acts, and from where: an endpoint's `ctx`. */
export interface Acting {
  readonly caller: Caller;
  readonly origin: Origin;
}
