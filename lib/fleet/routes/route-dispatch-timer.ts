import * as z from 'zod';
import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Operation } from '../../platform/table/index.ts';
import { armTimer, defineTimer, disarmTimer, readTimer } from '../../platform/timers/index.ts';

/** Fires when a route is to be dispatched, or when a dispatch of it should long have ended. */
export const routeDispatchTimer = defineTimer({
  kind: 'route-dispatch',
  data: z.object({ routeId: z.string(), autoDispatch: z.boolean() }),
  summary: 'A route is due for dispatch, or its interrupted dispatch is due for completion.',
});

/** The route that a timer is for, and how it is dispatched. */
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

/** The writes after which a route is dispatched at `dueAt`; once more, they move it there. */
export async function planRouteDispatch(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  of: OfRoute,
  dueAt: string,
): Promise<readonly Operation[]> {
  return armedFor(of, dueAt, clock.now(), await readTimer(table, timerOf(of)));
}

/**
 * The writes that take up an interrupted dispatch at `takenUpAt`, and for which later time the route was planned until now, if
 * for any.
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

/** The writes after which nothing dispatches a route by itself, but for what was planned before. */
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
