import { endpointFor } from '../../../lib/platform/http/index.ts';
import type { CoreDeps } from '../../../lib/platform/runtime/index.ts';

/** An endpoint of the catalogue. */
export const catalogueEndpoint = endpointFor<CoreDeps>();
