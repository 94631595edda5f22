import { type CountingDeps, refuseRule } from '../../../lib/operations/insight/index.ts';
import type { DestinationPolicy } from '../../../lib/platform/core/destination.ts';
import type { SigningKeys } from '../../../lib/platform/core/signing-keys.ts';
import { endpointFor } from '../../../lib/platform/http/index.ts';
import { countingDeps } from '../../compose/insight-queue.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';
import { webhookSigningKeys } from '../../compose/webhook-signing-keys.ts';

/** What the endpoints of notifications need. */
export interface NotificationDeps extends CountingDeps {
  /** The key from which the secrets of destinations are derived. */
  readonly signingKeys: () => Promise<SigningKeys>;
  /** Addresses to which messages may be posted. */
  readonly destinations?: DestinationPolicy;
  /** What only those know who do what a trigger asks for. */
  readonly refuseTrigger?: typeof refuseRule;
}

export const notificationEndpoint = endpointFor<NotificationDeps>();

/** The dependencies from the environment. */
export function notificationDeps(): NotificationDeps {
  return {
    ...countingDeps(),
    signingKeys: webhookSigningKeys(),
    destinations: destinationPolicy(),
    refuseTrigger: refuseRule,
  };
}
