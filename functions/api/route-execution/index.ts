import type { DispatchDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { dispatchDeps } from '../../compose/dispatch-deps.ts';
import { assignRoute, assignRouteByExternalId } from './assign-route.ts';
import { dispatchOptimization } from './dispatch-optimization.ts';
import { dispatchRoutes } from './dispatch-routes.ts';
import { reportStop } from './report-stop.ts';
import { upsertRoute } from './upsert-route.ts';

/** Routes under way: dispatched, assigned, reported on. A route can be dispatched as it is created. */
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
