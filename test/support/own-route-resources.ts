import { plannedActivity } from '../../lib/activities/index.ts';
import type { MakeResource } from './own-resources.ts';

const activity: MakeResource = async ({ organizationId, deps }) => {
  const id = deps.ids.next('act');
  const owner = { organizationId, createdBy: 'key_own', storeLocationIds: null, driverGroupIds: null };
  const made = { id, action: 'act_optimize_orders' as const, request: {} };
  await deps.table.write(plannedActivity(owner, made, deps.clock.now()).operations);
  return { params: { id } };
};

/** Resources of activities and routes, for `ownResources`. */
export const routeResources: Readonly<Record<string, MakeResource>> = {
  getActivity: activity,
  cancelActivity: activity,
};
