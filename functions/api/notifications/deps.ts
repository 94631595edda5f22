import { endpointFor } from '../../../lib/http/index.ts';
import type { CoreDeps } from '../../../lib/runtime/index.ts';

export const notificationEndpoint = endpointFor<CoreDeps>();
