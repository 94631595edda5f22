import type { Actor } from '../../../lib/core/origin.ts';
import type { DispatchDeps } from '../../../lib/dispatch/index.ts';
import { type Context, endpointFor } from '../../../lib/http/index.ts';
import { preferencesOf } from '../../../lib/organization/index.ts';
import type { RoutePlanner } from '../../../lib/routes/index.ts';

/** An endpoint of the area of routes on the road. */
export const executionEndpoint = endpointFor<DispatchDeps>();

/** Who plans, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner & { readonly actor: Actor }> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
