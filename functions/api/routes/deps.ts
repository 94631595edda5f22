import type { RoutePlanner } from '../../../lib/fleet/routes/index.ts';
import type { Context } from '../../../lib/platform/http/index.ts';
import { preferencesOf } from '../../../lib/platform/organization/index.ts';

/** Who plans routes, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
