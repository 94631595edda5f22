import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { armTimer, defineTimer, disarmTimer, readTimer } from '../../platform/timers/index.ts';

/** Fires when a route is to be dispatched, or when its dispatch should have ended long ago. */
export const routeDispatchTimer = defineTimer({
  kind: 'route-dispatch',
  data: z.object({ routeId: z.string(), autoDispatch: z.boolean() }),
  summary: 'A route is due for dispatch, or its interrupted dispatch is due for completion.',
});

/** The route of a timer, and how it is dispatched. */
interface OfRoute {
  readonly organizationId: string;
  readonly routeId: string;
  readonly autoDispatch: boolean;
}

/** A route's dispatch that is planned for a later time. */
export interface PlannedDispatch {
  readonly dueAt: string;
  readonly autoDispatch: boolean;
}

/** The writes that dispatch a route at `dueAt`; repeating them moves the time. */
export async function planRouteDispatch(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: OfRoute,
  dueAt: string,
): Promise<readonly Operation[]> {
  return armedFor(of, dueAt, clock.now(), await readTimer(table, timerOf(of)));
}

/**
 * The writes that resume an interrupted dispatch at `takenUpAt`, and the later time for which the route was planned
 * until now, if any.
 */
export async function watchRouteDispatch(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: OfRoute,
  takenUpAt: string,
): Promise<{ readonly operations: readonly Operation[]; readonly planned: PlannedDispatch | undefined }> {
  const nowMs = clock.now();
  const stored = await readTimer(table, timerOf(of));
  const { state, dueAt = '', data } = stored?.value ?? {};
  const planned =
    state === 'armed' && dueAt > toInstant(nowMs)
      ? { dueAt, autoDispatch: (data as { readonly autoDispatch: boolean }).autoDispatch }
      : undefined;
  return { operations: armedFor(of, takenUpAt, nowMs, stored), planned };
}

/** The writes after which nothing dispatches a route automatically, except what was planned before. */
export async function endRouteDispatch(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: Omit<OfRoute, 'autoDispatch'>,
  planned: PlannedDispatch | undefined,
): Promise<readonly Operation[]> {
  const stored = await readTimer(table, timerOf(of));
  return planned ? armedFor({ ...of, ...planned }, planned.dueAt, clock.now(), stored) : disarmTimer(stored);
}

function timerOf({ organizationId, routeId }: Omit<OfRoute, 'autoDispatch'>) {
  return { organizationId, kind: routeDispatchTimer, subject: routeId };
}

function armedFor(
  of: OfRoute,
  dueAt: string,
  nowMs: number,
  stored: Awaited<ReturnType<typeof readTimer>>,
): readonly Operation[] {
  const { routeId, autoDispatch } = of;
  const data = { routeId, autoDispatch };
  return armTimer({ ...timerOf(of), dueAt, data, occurredAt: toInstant(nowMs), stored });
}
