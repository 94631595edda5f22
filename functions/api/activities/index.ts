import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { coreDeps } from '../../../lib/runtime/index.ts';
import { cancelActivity } from './cancel-activity.ts';
import { getActivity } from './get-activity.ts';

/** Work that outlives a request: how far it is, what came of it, an end to it. */
export const activitiesArea = defineArea({
  name: 'activities',
  endpoints: [getActivity, cancelActivity],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(activitiesArea, coreDeps);
