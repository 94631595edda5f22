import { endpointFor } from '../../../lib/platform/http/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/platform/runtime/index.ts';
import { webhookSigningKey } from '../../compose/webhook-signing-key.ts';

/** What the endpoints of notifications need. */
export interface NotificationDeps extends CoreDeps {
  /** The key from which the secrets of destinations are derived. */
  readonly signingKey: () => Promise<string>;
}

export const notificationEndpoint = endpointFor<NotificationDeps>();

/** The dependencies from the environment. */
export function notificationDeps(): NotificationDeps {
  return { ...coreDeps(), signingKey: webhookSigningKey() };
}
