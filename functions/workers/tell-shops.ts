import {
  SHOP_DELIVERY_EVENTS,
  shopNoticeTimer,
  type TellDeps,
  tellShop,
} from '../../lib/operations/shops/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps } from '../../lib/platform/runtime/index.ts';
import { callShop } from '../compose/call-shop.ts';
import { credentialStore } from '../compose/credential-store.ts';

/** Tells shops that their orders are under way, with the tracking link, and that they have arrived. */
export const worker = defineQueueWorker<TellDeps>({
  name: 'tell-shops',
  consumes: [...SHOP_DELIVERY_EVENTS, shopNoticeTimer.fired],
  timeoutSeconds: 90,
  maxConcurrency: 2,
  uses: { table: 'readWrite', credentials: 'read' },
  failureImpact:
    'Customers of shops get their tracking link late, and shops show orders as open that have arrived.',
  handle: tellShop,
});

export const handler = serveQueueWorker(worker, () => ({
  ...coreDeps(),
  store: credentialStore(),
  call: callShop(),
}));
