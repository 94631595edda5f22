import type { DocumentDeps } from '../../../lib/documents/index.ts';
import { endpointFor } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { s3Bucket } from '../../../lib/storage/index.ts';

export const defineDocumentEndpoint = endpointFor<DocumentDeps>();

/** The dependencies from the environment. */
export function documentDeps(): DocumentDeps {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
}
