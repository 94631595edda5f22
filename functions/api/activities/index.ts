import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { s3Bucket } from '../../../lib/platform/storage/index.ts';
import { cancelActivity } from './cancel-activity.ts';
import type { ActivityDeps } from './deps.ts';
import { erasePerson } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { getActivity } from './get-activity.ts';
import { getExport } from './get-export.ts';
import { listActivitiesEndpoint } from './list-activities.ts';

/** Work that outlives a request: list it, read its progress and result, or cancel it; and what is kept about a person. */
export const activitiesArea = defineArea<ActivityDeps>({
  name: 'activities',
  endpoints: [listActivitiesEndpoint, getActivity, cancelActivity, exportPerson, getExport, erasePerson],
  uses: { table: 'readWrite', bucket: 'read' },
});

export const handler = serveArea(activitiesArea, () => {
  const core = coreDeps();
  return { ...core, bucket: s3Bucket(core.clock) };
});
