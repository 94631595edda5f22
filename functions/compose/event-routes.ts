import { eventRoutesOf } from '../../lib/platform/events/index.ts';
import { queueWorkers } from '../workers/index.ts';

/**
 * Names of the workers that consume an event, by event name. The build puts the value in the place of this file
 * (`cdk/bundles/event-routes.ts`), so the router's bundle has the map and none of the workers.
 */
export const eventRoutes = eventRoutesOf(queueWorkers);
