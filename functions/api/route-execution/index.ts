import type { DispatchDeps } from '../../../lib/dispatch/index.ts';
import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { dispatchDeps } from '../../dispatch-deps.ts';
import { assignRoute, assignRouteByExternalId } from './assign-route.ts';
import { dispatchOptimization } from './dispatch-optimization.ts';
import { dispatchRoutes } from './dispatch-routes.ts';
import { reportStop } from './report-stop.ts';
import { upsertRoute } from './upsert-route.ts';

/** Routes on the road: dispatched, assigned, reported on. A route can be dispatched as it is created. */
export const routeExecutionArea = defineArea<DispatchDeps>({
  name: 'route-execution',
  endpoints: [
    upsertRoute,
    dispatchRoutes,
    dispatchOptimization,
    assignRoute,
    assignRouteByExternalId,
    reportStop,
  ],
  uses: { table: 'readWrite', credentials: 'read' },
});

export const handler = serveArea(routeExecutionArea, dispatchDeps);
