import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Stored } from '../../platform/table/index.ts';
import type { ApiKey } from './api-key.ts';
import { type Credential, credentialEntity } from './credential.ts';

/**
 * The credentials of a key that are still in the table: that of the current secret, and those whose overlap has not
 * ended.
 */
export async function readCredentials(deps: CoreDeps, key: ApiKey): Promise<readonly Stored<Credential>[]> {
  const hashes = [key.currentHash, ...key.earlierHashes];
  const found = await Promise.all(hashes.map((hash) => deps.table.get(credentialEntity, { hash })));
  return found.filter((credential) => credential !== undefined);
}
