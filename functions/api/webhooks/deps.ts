import { endpointFor } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import type { EndpointDeps } from '../../../lib/webhooks/index.ts';
import { destinationPolicy } from '../../webhook-destinations.ts';
import { webhookSigningKey } from '../../webhook-signing-key.ts';

/** What the webhook endpoints need. */
export interface WebhookDeps extends EndpointDeps {
  readonly signingKey: () => Promise<string>;
}

export const defineWebhookEndpoint = endpointFor<WebhookDeps>();

/** The dependencies from the environment. */
export function webhookDeps(): WebhookDeps {
  return { ...coreDeps(), destinations: destinationPolicy(), signingKey: webhookSigningKey() };
}
