import { randomBytes } from 'node:crypto';
import {
  type PhoneDeps,
  type PushKeys,
  pushKeysOf,
  pushSecret,
} from '../../../lib/fleet/driver-app/index.ts';
import type { FleetEditor } from '../../../lib/fleet/fleet/index.ts';
import type { DestinationPolicy } from '../../../lib/platform/core/destination.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { invitationSender } from '../../compose/invitation-sender.ts';
import { keptSecret } from '../../compose/kept-secret.ts';
import type { InvitationSenders } from '../../compose/send-invitation.ts';
import { destinationPolicy } from '../../compose/webhook-destinations.ts';

/** What the endpoints of phones need. */
export interface PhoneApiDeps extends PhoneDeps {
  readonly senders: InvitationSenders;
  /** Where push messages may go, and the keys that sign them. */
  readonly destinations: DestinationPolicy;
  readonly pushKeys: () => Promise<PushKeys>;
}

/** An endpoint for the phones of drivers. */
export const phoneEndpoint = endpointFor<PhoneApiDeps>();

/** The core dependencies, the system's randomness, and the ways to a driver. */
export function phoneDeps(): PhoneApiDeps {
  const deps = coreDeps();
  return {
    ...deps,
    randomSecret: () => randomBytes(32),
    destinations: destinationPolicy(),
    pushKeys: keptSecret(pushSecret, pushKeysOf),
    senders: {
      email: () => invitationSender(deps, 'email'),
      sms: () => invitationSender(deps, 'sms'),
    },
  };
}

/** The caller as the actor of a change. */
export function editorOf({ caller, organizationId, origin }: Context<PhoneApiDeps>): FleetEditor {
  const { storeLocationIds, driverGroupIds } = caller;
  return { organizationId, storeLocationIds, driverGroupIds, origin };
}
