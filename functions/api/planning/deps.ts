import { type Travel, travelOfEnvironment } from '../../../lib/engines/travel/index.ts';
import type { RoutePlanner } from '../../../lib/fleet/routes/index.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';
import { type CoreDeps, coreDeps, onFirstUse } from '../../../lib/platform/runtime/index.ts';

/** What planning needs: roads. */
export interface PlanningDeps extends CoreDeps {
  readonly travel: Travel;
}

/** An endpoint of the planning area. */
export const planningEndpoint = endpointFor<PlanningDeps>();

/** The dependencies from the environment. */
export function planningDeps(): PlanningDeps {
  return { ...coreDeps(), travel: onFirstUse(travelOfEnvironment) };
}

/** Who plans routes, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
