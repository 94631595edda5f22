import { toInstant } from '../../platform/core/clock.ts';
import type { CoreDeps } from '../../platform/runtime/index.ts';
import { shiftsBetween } from './read-shifts.ts';

/** Shifts that start later than this are not searched. Days. */
const AHEAD_DAYS = 366;

/** Active and future shifts at a store location or in a zone, which prevent its deletion. */
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
