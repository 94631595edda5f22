import { defineArea, serveArea } from '../../../lib/platform/http/index.ts';
import { coreDeps } from '../../../lib/platform/runtime/index.ts';
import { acknowledgeAllExceptions, assignExceptions, clearExceptions } from './batch-exceptions.ts';
import {
  deleteRouteException,
  listRouteExceptions,
  raiseRouteException,
  reportRouteException,
  updateRouteException,
} from './exceptions.ts';
import { getRunningRoute, reassignRunningRoute } from './running-route.ts';
import { listRunningRoutes, summarizeRunningRoutes } from './running-routes.ts';

/** Routes of a day: their progress, what went wrong on them, and who deals with it. */
export const executeArea = defineArea({
  name: 'execute',
  endpoints: [
    listRunningRoutes,
    summarizeRunningRoutes,
    getRunningRoute,
    reassignRunningRoute,
    listRouteExceptions,
    raiseRouteException,
    reportRouteException,
    clearExceptions,
    updateRouteException,
    deleteRouteException,
    acknowledgeAllExceptions,
    assignExceptions,
  ],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(executeArea, coreDeps);
