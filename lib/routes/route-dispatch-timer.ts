import * as z from 'zod';
import { toInstant } from '../core/clock.ts';
import type { CoreDeps } from '../runtime/index.ts';
import type { Operation } from '../table/index.ts';
import { armTimer, defineTimer, readTimer } from '../timers/index.ts';

/** Fires when a route is to be dispatched, or when a dispatch of it should long have ended. */
export const routeDispatchTimer = defineTimer({
  kind: 'route-dispatch',
  data: z.object({ routeId: z.string(), autoDispatch: z.boolean() }),
  summary: 'A route is due for dispatch, or its interrupted dispatch is due for completion.',
});

/** The writes after which a route is dispatched at `dueAt`; once more, they move it there. */
export async function planRouteDispatch(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: { readonly organizationId: string; readonly routeId: string; readonly autoDispatch: boolean },
  dueAt: string,
): Promise<readonly Operation[]> {
  const { organizationId, routeId, autoDispatch } = of;
  const timer = { organizationId, kind: routeDispatchTimer, subject: routeId };
  return armTimer({
    ...timer,
    dueAt,
    data: { routeId, autoDispatch },
    occurredAt: toInstant(clock.now()),
    stored: await readTimer(table, timer),
  });
}
