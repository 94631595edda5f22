import { jobEntity } from '../../fulfilment/jobs/index.ts';
import { isRefusal, type Refusal } from '../../platform/core/refusal.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import type { Table } from '../../platform/table/index.ts';
import { isRouteOver, keepOnWay, placeOnRoute, type Route, routeEntity } from '../routes/index.ts';
import { type AssignmentActor, type CourierPlace, placeCourier } from './manage-assignments.ts';
import { assignmentEntity, type Duty } from './provider/index.ts';

/**
 * Stores a position that a courier reported. It serves the choice of couriers, and it is shown on the route that the
 * courier drives. A position that is older than the known one, or was sent more than five minutes late, only becomes a
 * part of the way that was driven.
 */
export async function reportPosition(
  deps: Pick<CoreDeps, 'table' | 'clock' | 'log'>,
  actor: AssignmentActor,
  at: CourierPlace,
): Promise<Duty | Refusal> {
  const placed = await placeCourier(deps, actor, at);
  if (isRefusal(placed)) return placed;
  const { duty, before } = placed;
  const route = await drivenRoute(deps.table, duty);
  if (!route) return duty;
  if (duty.position) {
    const { at: updatedAt, ...place } = duty.position;
    await placeOnRoute(deps, route, { ...place, updatedAt });
  }
  const isNewest = duty.position !== before;
  const place = { ...at, accuracy: at.details?.accuracy ?? null };
  await keepOnWay(deps.table, route, place, isNewest ? before?.at : undefined);
  return duty;
}

/**
 * The route that a courier drives: one that has started, otherwise the first that is waiting. 3 calls; none without
 * assignments.
 */
async function drivenRoute(
  table: Table,
  { organizationId, id, assignmentIds }: Duty,
): Promise<Route | undefined> {
  const keys = (ids: readonly (string | null | undefined)[]) =>
    [...new Set(ids)].flatMap((one) => (one ? [{ organizationId, id: one }] : []));
  const assignments = await table.getMany(assignmentEntity, keys(assignmentIds));
  const own = assignments.filter(
    (stored) => stored?.value.phase === 'accepted' && stored.value.courierId === id,
  );
  const jobs = await table.getMany(jobEntity, keys(own.map((stored) => stored?.value.jobId)));
  const routes = await table.getMany(routeEntity, keys(jobs.map((stored) => stored?.value.routeId)));
  const open = routes.flatMap((stored) => (stored && !isRouteOver(stored.value.status) ? stored.value : []));
  return open.find(({ actualDeparture }) => actualDeparture !== null) ?? open[0];
}
