import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { installedProviders } from './installed-providers.ts';

/**
 * Those of these ids and names that no provider of the organization has. The adapters of all providers are a large part
 * of a function, so only such requests load them (cdk/bundles/late-modules.ts).
 */
export async function unknownProviders(
  organizationId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  const known = await installedProviders(coreDeps()).of(organizationId);
  return ids.filter((id) => !known.find(id));
}
