import { toInstant } from '../core/clock.ts';
import type { CoreDeps } from '../runtime/index.ts';
import { shiftsBetween } from './read-shifts.ts';

/** Shifts that begin later than this are not looked for. Days. */
const AHEAD_DAYS = 366;

/** Shifts at a store location or in a zone that are not over: what keeps it from being deleted. */
export async function findShiftsAt(
  { table, clock }: Pick<CoreDeps, 'table' | 'clock'>,
  organizationId: string,
  placeId: string,
): Promise<readonly { readonly type: string; readonly id: string }[]> {
  const now = clock.now();
  const shifts = await shiftsBetween(
    table,
    organizationId,
    toInstant(now),
    toInstant(now + AHEAD_DAYS * 86_400_000),
  );
  return shifts
    .filter(({ value }) => value.status === 'planned' || value.status === 'active')
    .filter(({ value }) => value.storeLocationId === placeId || value.zoneIds.includes(placeId))
    .map(({ value }) => ({ type: 'shift', id: value.id }));
}
