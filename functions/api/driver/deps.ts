import type { DocumentDeps } from '../../../lib/fulfilment/documents/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';

/** An endpoint for the work of a driver: its caller is the driver's phone. */
export const driverEndpoint = endpointFor<DocumentDeps>();

/** The dependencies from the environment. */
export function driverDeps(): DocumentDeps {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
}
