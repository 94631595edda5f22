import { forbidden } from '../../../lib/platform/core/common-refusals.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';

/** An endpoint of the catalogue. */
export const catalogueEndpoint = endpointFor<CoreDeps>();

/** The refusal of a change beyond the limits of the caller; `what` starts the sentence. */
export function beyondLimits(what: 'Products are' | 'Stocks of stores are') {
  return forbidden(`${what} beyond the limits of this caller. Use a key or a user without a limit.`, {
    permission: 'WRITE_CATALOG',
  });
}
