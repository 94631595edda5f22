import type { Context } from '../../../lib/http/index.ts';
import { preferencesOf } from '../../../lib/organization/index.ts';
import type { RoutePlanner } from '../../../lib/routes/index.ts';

/** Who plans routes, with the organization's preferences. */
export async function plannerOf(ctx: Context): Promise<RoutePlanner> {
  return { ...ctx.caller, preferences: await preferencesOf(ctx) };
}
