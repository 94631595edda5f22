import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';

/** What operations on many orders need. */
export interface OperationDeps extends CoreDeps {
  readonly bucket: Bucket;
}

export const operationEndpoint = endpointFor<OperationDeps>();

/** The dependencies from the environment. */
export function operationDeps(): OperationDeps {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
}
