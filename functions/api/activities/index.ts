import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { cancelActivity } from './cancel-activity.ts';
import { getActivity } from './get-activity.ts';

/** Work that outlives a request: read its progress and result, or cancel it. */
export const activitiesArea = defineArea({
  name: 'activities',
  endpoints: [getActivity, cancelActivity],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(activitiesArea, coreDeps);
