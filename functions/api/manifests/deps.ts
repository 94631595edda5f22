import type { DispatchAndManifestDeps } from '../../../lib/fulfilment/documents/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { jobDeps } from '../../compose/dispatch-deps.ts';

/** An endpoint of the manifests area. */
export const manifestEndpoint = endpointFor<DispatchAndManifestDeps>();

/** The dependencies from the environment. */
export function manifestDeps(): DispatchAndManifestDeps {
  const deps = jobDeps();
  return { ...deps, bucket: s3Bucket(deps.clock) };
}
