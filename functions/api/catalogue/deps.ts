import { endpointFor } from '../../../lib/http/index.ts';
import type { CoreDeps } from '../../../lib/runtime/index.ts';

/** An endpoint of the catalogue. */
export const catalogueEndpoint = endpointFor<CoreDeps>();
