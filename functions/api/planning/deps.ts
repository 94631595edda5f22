import { type Context, endpointFor } from '../../../lib/http/index.ts';
import { preferencesOf } from '../../../lib/organization/index.ts';
import type { RoutePlanner } from '../../../lib/routes/index.ts';
import { type CoreDeps, coreDeps } from '../../../lib/runtime/index.ts';
import { type Travel, travelOfEnvironment } from '../../../lib/travel/index.ts';

/** What planning needs: roads. */
export interface PlanningDeps extends CoreDeps {
  readonly travel: Travel;
}

/** An endpoint of the planning area. */
export const planningEndpoint = endpointFor<PlanningDeps>();

/** The dependencies from the environment. */
export function planningDeps(): PlanningDeps {
  return { ...coreDeps(), travel: travelOfEnvironment() };
}

/** Who plans, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
