import type { DispatchDeps } from '../../fulfilment/dispatch/index.ts';
import { isRefusal } from '../../platform/core/refusal.ts';
import type { EventRecord } from '../../platform/events/index.ts';
import { readOrganization } from '../../platform/organization/index.ts';
import { dispatchRoute } from './dispatch-route.ts';
import { mayPass } from './may-pass.ts';
import { loadRoute } from './route-aggregate.ts';
import { routeDispatchTimer } from './route-dispatch-timer.ts';

/**
 * Dispatches a route whose time has come, or makes the job of one whose dispatch died between its mark and its job. Events come
 * twice: a route that has its job stays as it is.
 */
export async function dispatchDueRoute(deps: DispatchDeps, event: EventRecord): Promise<void> {
  const { organizationId } = event;
  const { routeId, autoDispatch } = routeDispatchTimer.fired.parse(event).data.data;
  const found = await loadRoute(deps.table, { organizationId, id: routeId });
  // It was archived or is under way: there is nothing left to do.
  if (!found || found.route.archivedAt !== null) return;
  const { value: organization } = await readOrganization(deps, organizationId);
  const planner = {
    organizationId,
    keyId: 'timer',
    storeLocationIds: null,
    driverGroupIds: null,
    listShards: organization.listShards,
    preferences: organization.preferences,
  };
  const done = await dispatchRoute(deps, planner, routeId, { autoDispatch });
  if (!isRefusal(done)) return;
  const { code } = done.kind;
  if (mayPass(done)) throw new Error(`Route ${routeId}: ${done.message}`);
  deps.log.info('route.dispatch-refused', 'A route that was due was not dispatched.', {
    organizationId,
    routeId,
    refusal: code,
    reason: done.message,
  });
}
