import type { DestinationPolicy } from '../../../lib/platform/core/destination.ts';
import type { SigningKeys } from '../../../lib/platform/core/signing-keys.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

/** What the endpoints of notifications need. */
export interface NotificationDeps extends CoreDeps {
  /** The key from which the secrets of destinations are derived. */
  readonly signingKeys: () => Promise<SigningKeys>;
  /** Addresses to which messages may be posted. */
  readonly destinations?: DestinationPolicy;
}

export const notificationEndpoint = endpointFor<NotificationDeps>();

/** The dependencies from the environment. */
export function notificationDeps(): NotificationDeps {
  return { ...coreDeps(), signingKeys: webhookSigningKeys(), destinations: destinationPolicy() };
}
