import type { ProviderDeps } from '../providers/index.ts';
import type { CoreDeps } from '../runtime/index.ts';

/** What dispatch needs: the core and the providers. */
export type DispatchDeps = CoreDeps & ProviderDeps;
