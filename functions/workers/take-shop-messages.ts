import { shopMessageDue, type TakeDeps, takeShopMessage } from '../../lib/operations/shops/index.ts';
import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { s3Bucket } from '../../lib/platform/storage/index.ts';
import { callShop } from '../compose/call-shop.ts';
import { credentialStore } from '../compose/credential-store.ts';
import { jobDeps } from '../compose/dispatch-deps.ts';

/** Carries out messages of shops: creates, changes and cancels their orders. */
export const worker = defineQueueWorker<TakeDeps>({
  name: 'take-shop-messages',
  consumes: [shopMessageDue],
  timeoutSeconds: 60,
  maxConcurrency: 2,
  uses: { table: 'readWrite', bucket: 'read', credentials: 'read', geocodes: true },
  failureImpact: 'Orders of connected shops do not come in, or change late.',
  handle: takeShopMessage,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = jobDeps();
  return { ...deps, bucket: s3Bucket(deps.clock), store: credentialStore(), call: callShop() };
});
