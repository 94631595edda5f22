import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { cancelActivity } from './cancel-activity.ts';
import { getActivity } from './get-activity.ts';
import { listActivitiesEndpoint } from './list-activities.ts';

/** Work that outlives a request: list it, read its progress and result, or cancel it. */
export const activitiesArea = defineArea({
  name: 'activities',
  endpoints: [listActivitiesEndpoint, getActivity, cancelActivity],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(activitiesArea, coreDeps);
