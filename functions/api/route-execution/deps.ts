import type { RoutePlanner } from '../../../lib/fleet/routes/index.ts';
import type { DispatchDeps } from '../../../lib/fulfilment/dispatch/index.ts';
import type { Actor } from '../../../lib/platform/core/origin.ts';
import { type Context, endpointFor } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';

/** An endpoint of the area of routes under way. */
export const executionEndpoint = endpointFor<DispatchDeps>();

/** Who plans routes, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner & { readonly actor: Actor }> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
