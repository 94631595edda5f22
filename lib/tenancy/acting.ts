import type { Origin } from '../core/origin.ts';
import type { Caller } from '../http/index.ts';

/** Who acts, and from where: an endpoint's `ctx`. */
export interface Acting {
  readonly caller: Caller;
  readonly origin: Origin;
}
