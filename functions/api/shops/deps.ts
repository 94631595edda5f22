import type { ShopDeps, TestDeps } from '../../../lib/operations/shops/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { credentialStore } from '../../compose/credential-store.ts';
import { orderDirectories } from '../../compose/order-directories.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

/** What the endpoints of shops need: a test checks its order as orders are. */
export type ShopsDeps = ShopDeps & Omit<TestDeps, 'caller'>;

export const defineShopEndpoint = endpointFor<ShopsDeps>();

/** The dependencies from the environment. */
export function shopsDeps(): ShopsDeps {
  const core = coreDeps();
  return {
    ...core,
    ...orderDirectories(core),
    bucket: s3Bucket(core.clock),
    store: credentialStore(),
    destinations: destinationPolicy(),
    signingKeys: webhookSigningKeys(),
  };
}
