import type { Caller } from '../../platform/access/index.ts';
import type { Origin } from '../../platform/core/origin.ts';

/** Who acts, and from where: an endpoint's `ctx`. */
export interface Acting {
  readonly caller: Caller;
  readonly origin: Origin;
}
