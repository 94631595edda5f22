import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { showTracking } from './show-tracking.ts';

/** The pages for recipients. */
export const trackingArea = defineArea({
  name: 'tracking',
  endpoints: [showTracking],
  uses: { table: 'read' },
});

export const handler = serveArea(trackingArea, coreDeps);
