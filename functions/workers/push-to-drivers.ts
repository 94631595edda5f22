import { createECDH, randomBytes } from 'node:crypto';
import {
  PUSHED_EVENTS,
  type PushDeps,
  pushKeysOf,
  pushSecret,
  pushSender,
  pushToDrivers,
} from '../../lib/fleet/driver-app/index.ts';
import { guardedRequest } from '../../lib/platform/core/guarded-request.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps, requireVariable } from '../../lib/platform/runtime/index.ts';
import { keptSecret } from '../compose/kept-secret.ts';
import { destinationPolicy } from '../compose/webhook-destinations.ts';

/** Tells drivers of new work, changes and messages while their app is closed. */
export const worker = defineQueueWorker<PushDeps>({
  name: 'push-to-drivers',
  consumes: PUSHED_EVENTS,
  timeoutSeconds: 30,
  maxConcurrency: 3,
  uses: { table: 'readWrite', secrets: [pushSecret] },
  failureImpact: 'Drivers see new work and messages only when they open the app.',
  handle: pushToDrivers,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = coreDeps();
  const sendPush = pushSender({
    clock: deps.clock,
    send: guardedRequest(destinationPolicy()),
    keys: keptSecret(pushSecret, pushKeysOf),
    entropy: () => ({ salt: randomBytes(16), privateKey: newPrivateKey() }),
    // Push services accept addresses of HTTPS; the local cloud has none.
    contact: requireVariable('PUBLIC_BASE_URL').replace(/^http:/, 'https:'),
  });
  return { ...deps, sendPush };
});

function newPrivateKey(): Uint8Array {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return pair.getPrivateKey();
}
