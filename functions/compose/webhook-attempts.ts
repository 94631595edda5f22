import { coreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import { type AttemptDeps, createPatience, httpSender } from '../../lib/reactions/webhooks/index.ts';
import { destinationPolicy } from './webhook-destinations.ts';
import { webhookSigningKeys } from './webhook-signing-keys.ts';

/** Dependencies of the workers that send webhooks. Once per function instance. */
export function attemptDeps(): AttemptDeps {
  return {
    ...coreDeps(),
    sender: onFirstUse(() => httpSender(destinationPolicy())),
    signingKeys: webhookSigningKeys(),
    patience: onFirstUse(createPatience),
  };
}

/** How attempts are watched over. */
export const attemptOutcomes = Object.freeze({
  code: 'webhooks.attempted',
  failedWhen: '$.conclusion != "delivered"',
  count: '$.attempts',
  percent: 50,
  impact: 'Half of the attempts to deliver webhooks fail: merchants see the past.',
});
