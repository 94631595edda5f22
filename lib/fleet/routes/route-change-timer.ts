import * as z from 'zod';
import { defineTimer } from '../../platform/timers/index.ts';

/** Fires when a change of routes in several transactions should have ended long ago. */
export const routeChangeTimer = defineTimer({
  kind: 'route-change',
  data: z.object({ routeIds: z.array(z.string()) }),
  summary: 'A large change of routes is due for completion; what an interrupted one left behind is undone.',
});
