import { endpointFor } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { type Bucket, s3Bucket } from '../../../lib/storage/index.ts';
import type { EndpointDeps } from '../../../lib/webhooks/index.ts';
import { destinationPolicy } from '../../webhook-destinations.ts';
import { webhookSigningKey } from '../../webhook-signing-key.ts';

/** What the webhook endpoints need. */
export interface WebhookDeps extends EndpointDeps {
  /** Messages that have left the table are read from there. */
  readonly bucket: Bucket;
  readonly signingKey: () => Promise<string>;
}

export const defineWebhookEndpoint = endpointFor<WebhookDeps>();

/** The dependencies from the environment. */
export function webhookDeps(): WebhookDeps {
  const core = coreDeps();
  return {
    ...core,
    bucket: s3Bucket(core.clock),
    destinations: destinationPolicy(),
    signingKey: webhookSigningKey(),
  };
}
