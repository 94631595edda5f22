import type { SigningKeys } from '../../../lib/platform/core/signing-keys.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/platform/storage/index.ts';
import type { EndpointDeps } from '../../../lib/reactions/webhooks/index.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

/** What the webhook endpoints need. */
export interface WebhookDeps extends EndpointDeps {
  /** Messages that have left the table are read from here. */
  readonly bucket: Bucket;
  readonly signingKeys: () => Promise<SigningKeys>;
}

export const defineWebhookEndpoint = endpointFor<WebhookDeps>();

/** The dependencies from the environment. */
export function webhookDeps(): WebhookDeps {
  const core = coreDeps();
  return {
    ...core,
    bucket: s3Bucket(core.clock),
    destinations: destinationPolicy(),
    signingKeys: webhookSigningKeys(),
  };
}
