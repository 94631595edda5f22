import { defineArea, serveArea } from '../../../lib/http/index.ts';
import { calculateTiming } from './calculate-timing.ts';
import { type PlanningDeps, planningDeps } from './deps.ts';
import { resequenceRoute } from './resequence-route.ts';

/** What needs roads or the solver. */
export const planningArea = defineArea<PlanningDeps>({
  name: 'planning',
  endpoints: [calculateTiming, resequenceRoute],
  uses: { table: 'readWrite' },
});

export const handler = serveArea(planningArea, planningDeps);
