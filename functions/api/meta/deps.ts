import { join } from 'node:path';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps, onFirstUse } from '../../../lib/platform/runtime/index.ts';
import { filesIn, type PackedFiles } from '../../compose/packed-files.ts';
import { DOCS_FOLDER } from '../../compose/packed-folders.ts';

/** What the endpoints about the service need. */
export interface MetaDeps extends CoreDeps {
  readonly docs: PackedFiles;
}

export const metaEndpoint = endpointFor<MetaDeps>();

/** The dependencies from the environment. */
export function metaDeps(): MetaDeps {
  // Only the endpoints of the documentation need its files.
  return { ...coreDeps(), docs: onFirstUse(() => filesIn(join(__dirname, DOCS_FOLDER))) };
}
