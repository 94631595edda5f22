import { defineQueueWorker, serveQueueWorker } from '../../lib/platform/events/index.ts';
import { coreDeps, onFirstUse } from '../../lib/platform/runtime/index.ts';
import {
  heardPositions,
  positionSettings,
  type WatchDeps,
  watchPosition,
} from '../../lib/reactions/notifications/index.ts';

/** Checks the positions of couriers against the triggers that watch them. */
export const worker = defineQueueWorker<WatchDeps>({
  name: 'watch-positions',
  consumes: [heardPositions],
  batchingSeconds: 1,
  timeoutSeconds: 30,
  maxConcurrency: 10,
  uses: { table: 'readWrite' },
  failureImpact: 'Nobody is notified when a courier is near, stands still or is in the wrong place.',
  handle: watchPosition,
});

export const handler = serveQueueWorker(worker, () => {
  const deps = coreDeps();
  return { ...deps, positionSettings: onFirstUse(() => positionSettings(deps)) };
});
