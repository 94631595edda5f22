import type { ReceiveDeps } from '../../../lib/operations/shops/index.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { credentialStore } from '../../compose/credential-store.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

export const defineInboxEndpoint = endpointFor<ReceiveDeps>();

/** The dependencies from the environment. */
export function inboxDeps(): ReceiveDeps {
  const core = coreDeps();
  return {
    ...core,
    bucket: s3Bucket(core.clock),
    store: credentialStore(),
    signingKeys: webhookSigningKeys(),
  };
}
