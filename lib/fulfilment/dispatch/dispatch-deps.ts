import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { ProviderDeps } from '../providers/index.ts';

/** What dispatch needs: the core and the providers. */
export type DispatchDeps = CoreDeps & ProviderDeps;
