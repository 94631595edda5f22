import type { TrackingDeps } from '../../../lib/fulfilment/tracking/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { showTracking } from './show-tracking.ts';

/** The pages for recipients. */
export const trackingArea = defineArea<TrackingDeps>({
  name: 'tracking',
  endpoints: [showTracking],
  uses: { table: 'read', bucket: 'read' },
});

export const handler = serveArea(trackingArea, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
});
